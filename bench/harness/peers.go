package harness

import (
	"bytes"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// Script is the Python program that runs a peer: FUNCTION TRUTH GUESS.
//
//go:embed peers.py
var Script []byte

// packages are the pinned packages of the peers.
var packages = []string{"causal-learn==0.1.4.8", "gadjid==0.1.0", "networkx==3.6.1", "numpy==2.4.6", "pandas==3.1.1", "scipy==1.17.1"}

// Environment returns the interpreter of a virtual environment with the peers. Where there is none it
// makes one in the user's cache with the given interpreter, which needs the network.
func Environment(python string) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	home := filepath.Join(cache, "sepdist", "peers")
	bin := filepath.Join(home, "bin", "python")
	if runtime.GOOS == "windows" {
		bin = filepath.Join(home, "Scripts", "python.exe")
	}
	done := filepath.Join(home, "installed")
	want := strings.Join(packages, "\n")
	if have, err := os.ReadFile(done); err == nil && string(have) == want {
		return bin, nil
	}
	fmt.Fprintln(os.Stderr, "installing", strings.Join(packages, ", "), "into", home)
	if _, err := Output(exec.Command(python, "-m", "venv", home)); err != nil {
		return "", err
	}
	if _, err := Output(exec.Command(bin, append([]string{"-m", "pip", "install", "--quiet"}, packages...)...)); err != nil {
		return "", err
	}
	return bin, os.WriteFile(done, []byte(want), 0o666)
}

// Output runs a command and returns its output. An error contains its error output.
func Output(cmd *exec.Cmd) ([]byte, error) {
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	text, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %s", filepath.Base(cmd.Path), err, strings.TrimSpace(complaint.String()))
	}
	return text, nil
}
