package main

import (
	"os"

	"k8s.io/component-base/cli"
	"k8s.io/kubectl/pkg/cmd"
	"k8s.io/kubectl/pkg/cmd/util"
)

// kubectl takes over the process. It reads os.Args itself, to look for plugins.
func kubectl() error {
	os.Args = os.Args[1:]
	if err := cli.RunNoErrOutput(cmd.NewDefaultKubectlCommand()); err != nil {
		// Prints the error in kubectl's words and exits.
		util.CheckErr(err)
	}
	return nil
}
