package main

import (
	"context"
	"io"
	"os"
	"os/exec"
	"time"

	"k8s.io/kubernetes/cmd/kube-controller-manager/app"
)

// Both the API server and the controller manager have to be told.
const migratorGate = "StorageVersionMigrator=true"

// controllers runs those controllers that a test of custom resources can notice, until stdin closes.
func controllers(kubeconfig string) error {
	go func() {
		waitForEOF(os.Stdin)
		os.Exit(0)
	}()
	manager := app.NewControllerManagerCommand()
	manager.SetArgs([]string{
		"--kubeconfig=" + kubeconfig,
		"--controllers=storage-version-migrator-controller,garbage-collector-controller,namespace-controller",
		"--feature-gates=" + migratorGate,
		"--leader-elect=false",
		"--secure-port=0",
	})
	return manager.Execute()
}

// startControllers runs this program once more, because feature gates are global to a process.
// The child ends with the context, and also when this process dies, for its stdin closes then.
func startControllers(ctx context.Context, kubeconfig string) (*exec.Cmd, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	child := exec.CommandContext(ctx, self, "controllers", kubeconfig)
	child.Stderr = os.Stderr
	child.WaitDelay = time.Second
	stdin, err := child.StdinPipe()
	if err != nil {
		return nil, err
	}
	child.Cancel = stdin.Close
	return child, child.Start()
}

// waitForEOF returns when nobody can write to the reader any more.
func waitForEOF(reader io.Reader) {
	_, _ = io.Copy(io.Discard, reader)
}
