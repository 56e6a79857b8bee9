package main

import (
	"context"
	"fmt"
	"net"
	"path/filepath"

	"github.com/spf13/pflag"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/kubernetes/cmd/kube-apiserver/app"
	"k8s.io/kubernetes/cmd/kube-apiserver/app/options"
)

// apiServerFlags are what this server is told beyond its defaults.
func apiServerFlags(files files, etcdURL string) []string {
	return []string{
		"--etcd-servers=" + etcdURL,
		"--bind-address=127.0.0.1",
		// The default is a public address of the host, which a machine without network has not.
		"--advertise-address=127.0.0.1",
		"--endpoint-reconciler-type=none",
		"--cert-dir=" + filepath.Dir(files.servingCert),
		"--token-auth-file=" + files.tokens,
		"--authorization-mode=RBAC",
		"--service-account-issuer=https://kubernetes.default.svc",
		"--service-account-key-file=" + files.serviceAccountKey,
		"--service-account-signing-key-file=" + files.serviceAccountKey,
		"--service-cluster-ip-range=10.0.0.0/24",
		// No proxy carries addresses of services: webhooks behind one are called at its endpoints.
		"--enable-aggregator-routing=true",
		// No controller makes the service accounts that this plugin asks for.
		"--disable-admission-plugins=ServiceAccount",
		"--feature-gates=" + migratorGate,
		"--runtime-config=storagemigration.k8s.io/v1beta1=true",
	}
}

// kubeAPIServer prepares the server on the listener; what it returns runs it until the context ends.
func kubeAPIServer(ctx context.Context, files files, etcdURL string, listener *net.TCPListener) (func() error, error) {
	server := options.NewServerRunOptions()
	flags := pflag.NewFlagSet("kube-apiserver", pflag.ContinueOnError)
	for _, set := range server.Flags().FlagSets {
		flags.AddFlagSet(set)
	}
	if err := flags.Parse(apiServerFlags(files, etcdURL)); err != nil {
		return nil, err
	}
	// A listener rather than a port number: nobody can take the port in between.
	server.SecureServing.Listener = listener
	server.SecureServing.BindPort = listener.Addr().(*net.TCPAddr).Port
	if err := server.GenericServerRunOptions.ComponentGlobalsRegistry.Set(); err != nil {
		return nil, err
	}
	completed, err := server.Complete(ctx)
	if err != nil {
		return nil, fmt.Errorf("complete the API server's options: %w", err)
	}
	if errs := completed.Validate(); len(errs) != 0 {
		return nil, utilerrors.NewAggregate(errs)
	}
	return func() error { return app.Run(ctx, completed) }, nil
}
