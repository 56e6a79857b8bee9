// The conversion webhook of controller-runtime over HTTPS, on a free port of 127.0.0.1: prints {address, ca} as one line
// when it listens, and ends when stdin closes.
package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"os"
	"time"

	"github.com/go-logr/logr"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/webhook"
	"sigs.k8s.io/controller-runtime/pkg/webhook/conversion"

	"wheelwright/bench/conversion/service"
)

func main() {
	if err := serve(); err != nil {
		fmt.Fprintln(os.Stderr, "webhook peer:", err)
		os.Exit(1)
	}
}

func serve() error {
	log.SetLogger(logr.Discard())
	certificate, ca, err := certificate()
	if err != nil {
		return err
	}
	port, err := freePort()
	if err != nil {
		return err
	}
	server := webhook.NewServer(webhook.Options{
		Host: "127.0.0.1",
		Port: port,
		TLSOpts: []func(*tls.Config){func(config *tls.Config) {
			config.GetCertificate = func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return certificate, nil }
		}},
	})
	server.Register("/convert", conversion.NewWebhookHandler(service.Scheme(), conversion.NewRegistry()))

	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- server.Start(ctx) }()
	for server.StartedChecker()(nil) != nil {
		select {
		case err := <-ended:
			return err
		case <-time.After(time.Millisecond):
		}
	}
	address := fmt.Sprintf("127.0.0.1:%d", port)
	if err := json.NewEncoder(os.Stdout).Encode(map[string]string{"address": address, "ca": ca}); err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

// The server takes a port number only. Nobody else is likely to get this one in between.
func freePort() (int, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port, nil
}

// certificate makes a self-signed one, of the kind of key that the other sides have.
func certificate() (*tls.Certificate, string, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, "", err
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1),
		Subject:      pkix.Name{CommonName: "webhook peer"},
		IPAddresses:  []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore:    time.Now().Add(-time.Hour),
		NotAfter:     time.Now().Add(24 * time.Hour),
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return nil, "", err
	}
	ca := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	return &tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, string(ca), nil
}
