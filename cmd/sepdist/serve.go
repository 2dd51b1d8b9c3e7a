package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/internal/request"
	"github.com/sepdist/sepdist/web"
)

func newServe() *cobra.Command {
	var stdio, quiet bool
	var port int
	var in inputFlags
	cmd := newCommand("serve", func(cmd *cobra.Command, args []string) error {
		if len(args) != 0 && len(args) != 2 {
			return misused("expected no graphs or two (TRUTH GUESS), got %d", len(args))
		}
		return nil
	}, func(cmd *cobra.Command, args []string) error {
		if stdio {
			if len(args) > 0 {
				return misused("--stdio takes no graphs: they come with the requests")
			}
			return request.Serve(cmd.InOrStdin(), cmd.OutOrStdout())
		}
		if port < 0 || port > 65535 {
			return misused("--port: %d is not a number from 0 to 65535", port)
		}
		var start web.Start
		if len(args) == 2 {
			if args[0] == "-" && args[1] == "-" {
				return misused("standard input can be only one of the two graphs")
			}
			graphs, err := in.graphs(cmd, []string{"truth", "guess"}, args, false)
			if err != nil {
				return err
			}
			if start.Truth, err = startGraph(graphs[0]); err != nil {
				return err
			}
			if start.Guess, err = startGraph(graphs[1]); err != nil {
				return err
			}
		}
		return serve(cmd, port, !quiet, start)
	})
	f := cmd.Flags()
	f.BoolVar(&stdio, "stdio", false, "read requests from standard input and write responses to standard output")
	f.BoolVar(&quiet, "no-browser", false, "print the link only")
	f.IntVar(&port, "port", 0, "port on 127.0.0.1 (default: any that is free)")
	in.addFlags(cmd, "truth", "guess")
	return cmd
}

// startGraph returns a graph for the page to begin with.
func startGraph(g *sepdist.Graph) (*web.StartGraph, error) {
	var b strings.Builder
	if _, err := format.Write(&b, &format.Document{Graph: g.Graph}, "text", format.Options{}); err != nil {
		return nil, err
	}
	kind := ""
	if g.Class != class.Unstated {
		kind = g.Class.String()
	}
	name := filepath.Base(g.Name)
	return &web.StartGraph{Name: cmp.Or(strings.TrimSuffix(name, filepath.Ext(name)), name), Class: kind, Text: b.String()}, nil
}

// serve serves the page until the command is interrupted.
func serve(cmd *cobra.Command, port int, browser bool, start web.Start) error {
	listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return fmt.Errorf("cannot serve on port %d: %w", port, errors.Unwrap(err))
	}
	host, token := listener.Addr().String(), web.Token()
	link := "http://" + host + "/" + token + "/"
	fmt.Fprintf(cmd.OutOrStdout(), "%s\n", link)
	fmt.Fprintln(cmd.ErrOrStderr(), "The page is at the link above, for this computer only. Ctrl-C ends it.")
	server := &http.Server{Handler: web.Handler(token, host, start), ReadHeaderTimeout: 10 * time.Second}
	if browser {
		if file, err := redirectFile(link); err == nil {
			defer os.RemoveAll(filepath.Dir(file))
			openBrowser(file)
		}
	}
	ctx := cmd.Context()
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		<-ctx.Done()
		soon, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_ = server.Shutdown(soon)
	}()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	<-stopped
	return nil
}

// redirectFile writes a page that leads to the link and that only the user can read. Other users
// of the machine see the arguments of the browser, and the link has the token.
func redirectFile(link string) (string, error) {
	dir, err := os.MkdirTemp("", "sepdist-") // mode 0700
	if err != nil {
		return "", err
	}
	file := filepath.Join(dir, "open.html")
	text := fmt.Sprintf("<!DOCTYPE html><meta http-equiv=refresh content=\"0;url=%[1]s\"><a href=\"%[1]s\">sepdist</a>\n", link)
	return file, os.WriteFile(file, []byte(text), 0o600)
}

// openBrowser opens a file in the user's browser, if there is one.
func openBrowser(file string) {
	command := []string{"xdg-open"}
	switch runtime.GOOS {
	case "darwin":
		command = []string{"open"}
	case "windows":
		command = []string{"rundll32", "url.dll,FileProtocolHandler"}
	}
	path, err := exec.LookPath(command[0])
	if err != nil {
		return
	}
	if c := exec.Command(path, append(command[1:], file)...); c.Start() == nil {
		go func() { _ = c.Wait() }()
	}
}
