package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"
)

// How long the API server may take to finish what it is doing.
const stopTimeout = 5 * time.Second

// serve runs a control plane in the folder until stdin closes or a signal comes, then removes the folder.
// After a failure the folder stays, to be looked at.
func serve(folder string) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	go func() {
		waitForEOF(os.Stdin)
		stop()
	}()

	files, err := createFiles(folder)
	if err != nil {
		return err
	}
	if err := logTo(files.log); err != nil {
		return err
	}
	err = controlPlane(ctx, files)
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("%w (its log: %s)", err, files.log)
	}
	return os.RemoveAll(files.folder)
}

// logTo leaves the caller's stderr to the one line that says why this program failed.
func logTo(path string) error {
	log, err := os.Create(path)
	if err != nil {
		return err
	}
	os.Stderr = log
	return debug.SetCrashOutput(log, debug.CrashOptions{})
}

func controlPlane(ctx context.Context, files files) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()

	etcd, etcdURL, err := startEtcd(ctx, files.etcd)
	if err != nil {
		return err
	}
	defer etcd.Close()

	listener, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		return err
	}
	run, err := kubeAPIServer(ctx, files, etcdURL, listener)
	if err != nil {
		return err
	}
	ended := make(chan error, 2)
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		ended <- because("the API server stopped", run())
	}()
	// etcd must outlive the API server.
	defer func() {
		stop()
		select {
		case <-stopped:
		case <-time.After(stopTimeout):
		}
	}()

	kubeconfig, err := files.kubeconfigFor(listener.Addr().String())
	if err != nil {
		return err
	}
	ready := make(chan error, 1)
	go func() { ready <- waitUntilReady(ctx, kubeconfig) }()
	select {
	case err = <-ready:
	case err = <-ended:
	}
	if err != nil {
		return err
	}
	if err := files.publish(kubeconfig); err != nil {
		return err
	}
	controllers, err := startControllers(ctx, files.kubeconfig)
	if err != nil {
		return err
	}
	go func() { ended <- because("the controllers stopped", controllers.Wait()) }()

	select {
	case <-ctx.Done():
		return nil
	case err := <-ended:
		return err
	}
}

// because makes an error of an end that nobody asked for, whether it gave a reason or not.
func because(what string, reason error) error {
	if reason == nil {
		return errors.New(what)
	}
	return fmt.Errorf("%s: %w", what, reason)
}
