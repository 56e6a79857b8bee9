package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"go.etcd.io/etcd/server/v3/embed"
)

// startEtcd returns a running single-member etcd and the URL of its clients.
func startEtcd(ctx context.Context, folder string) (*embed.Etcd, string, error) {
	anyPort := []url.URL{{Scheme: "http", Host: "127.0.0.1:0"}}
	config := embed.NewConfig()
	config.Dir = folder
	config.LogLevel = "error"
	config.LogOutputs = []string{"stderr"}
	config.ListenClientUrls, config.AdvertiseClientUrls = anyPort, anyPort
	config.ListenPeerUrls, config.AdvertisePeerUrls = anyPort, anyPort
	config.InitialCluster = config.InitialClusterFromName(config.Name)
	// It would dial the advertised port, which is none.
	config.EnableGRPCGateway = false
	// Nothing here has to survive a power cut.
	config.UnsafeNoFsync = true

	etcd, err := embed.StartEtcd(config)
	if err != nil {
		return nil, "", fmt.Errorf("start etcd: %w", err)
	}
	select {
	case <-etcd.Server.ReadyNotify():
		return etcd, "http://" + etcd.Clients[0].Addr().String(), nil
	case err = <-etcd.Err():
	case <-etcd.Server.StopNotify():
		err = errors.New("it stopped")
	case <-ctx.Done():
		err = ctx.Err()
	}
	etcd.Close()
	return nil, "", fmt.Errorf("wait for etcd: %w", err)
}
