package main

import (
	"context"
	"fmt"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/clientcmd/api"
)

// waitUntilReady returns once the server says that it is ready and has made the namespace that tests use.
func waitUntilReady(ctx context.Context, kubeconfig *api.Config) error {
	config, err := clientcmd.NewDefaultClientConfig(*kubeconfig, nil).ClientConfig()
	if err != nil {
		return err
	}
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	var last error
	ready := func(ctx context.Context) (bool, error) {
		last = client.RESTClient().Get().AbsPath("/readyz").Do(ctx).Error()
		if last == nil {
			_, last = client.CoreV1().Namespaces().Get(ctx, metav1.NamespaceDefault, metav1.GetOptions{})
		}
		return last == nil, nil
	}
	if err := wait.PollUntilContextTimeout(ctx, 50*time.Millisecond, 2*time.Minute, true, ready); err != nil {
		return fmt.Errorf("wait for the API server: %w (its last answer: %v)", err, last)
	}
	return nil
}
