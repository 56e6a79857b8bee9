package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/clientcmd/api"
	"k8s.io/client-go/util/keyutil"
)

// files are what a control plane keeps on disk, all below one folder.
type files struct {
	folder            string
	log               string
	etcd              string
	servingCert       string
	serviceAccountKey string
	tokens            string
	// The token of the cluster's administrator, as in the file of tokens.
	token string
	// Exists once the server is ready.
	kubeconfig string
}

// createFiles makes the folder with the secrets in it. It refuses a folder that holds something, for the
// folder is removed in the end.
func createFiles(folder string) (files, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return files{}, err
	}
	entries, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return files{}, err
	}
	if len(entries) != 0 {
		return files{}, fmt.Errorf("%s is not empty: name a folder that does not exist yet", folder)
	}
	f := files{
		folder:            folder,
		log:               filepath.Join(folder, "log"),
		etcd:              filepath.Join(folder, "etcd"),
		servingCert:       filepath.Join(folder, "certs", "apiserver.crt"),
		serviceAccountKey: filepath.Join(folder, "service-account.key"),
		tokens:            filepath.Join(folder, "tokens.csv"),
		token:             randomToken(),
		kubeconfig:        filepath.Join(folder, "kubeconfig"),
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return files{}, err
	}
	row := f.token + ",admin,admin,system:masters\n"
	if err := os.WriteFile(f.tokens, []byte(row), 0o600); err != nil {
		return files{}, err
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return files{}, err
	}
	pem, err := keyutil.MarshalPrivateKeyToPEM(key)
	if err != nil {
		return files{}, err
	}
	return f, keyutil.WriteKey(f.serviceAccountKey, pem)
}

func randomToken() string {
	token := make([]byte, 16)
	rand.Read(token)
	return hex.EncodeToString(token)
}

// kubeconfigFor lets its reader be the administrator of the API server at the address. The certificate must
// have been written.
func (f files) kubeconfigFor(address string) (*api.Config, error) {
	authority, err := os.ReadFile(f.servingCert)
	if err != nil {
		return nil, err
	}
	const name = "wheelwright-e2e"
	config := api.NewConfig()
	config.Clusters[name] = &api.Cluster{Server: "https://" + address, CertificateAuthorityData: authority}
	config.AuthInfos[name] = &api.AuthInfo{Token: f.token}
	config.Contexts[name] = &api.Context{Cluster: name, AuthInfo: name}
	config.CurrentContext = name
	return config, nil
}

// publish makes the kubeconfig appear at once and whole.
func (f files) publish(config *api.Config) error {
	partial := f.kubeconfig + ".partial"
	if err := clientcmd.WriteToFile(*config, partial); err != nil {
		return err
	}
	return os.Rename(partial, f.kubeconfig)
}
