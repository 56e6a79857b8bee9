// Command apiserver is a Kubernetes control plane in one program, for tests: etcd, kube-apiserver,
// the controllers that custom resources meet, and kubectl.
package main

import (
	"errors"
	"fmt"
	"os"
)

const usage = `usage:
  apiserver serve FOLDER          run a control plane that keeps everything in FOLDER and writes FOLDER/kubeconfig
                                  when it is ready; ends, and removes FOLDER, when stdin closes
  apiserver controllers FILE      run the controllers against the cluster of the kubeconfig FILE (serve does this)
  apiserver kubectl ARGUMENTS...  kubectl of the same version`

func main() {
	stderr := os.Stderr
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(stderr, "apiserver:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 2 && args[0] == "serve":
		return serve(args[1])
	case len(args) == 2 && args[0] == "controllers":
		return controllers(args[1])
	case len(args) >= 1 && args[0] == "kubectl":
		return kubectl()
	default:
		return errors.New(usage)
	}
}
