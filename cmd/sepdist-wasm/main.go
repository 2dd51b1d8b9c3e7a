//go:build js && wasm

// Command sepdist-wasm is the engine in a browser. It answers the requests of package request,
// one after the other, in a worker: sepdistAnswer(frame, done) calls done with the response.
package main

import (
	"context"
	"syscall/js"

	"github.com/sepdist/sepdist/internal/request"
)

func main() {
	js.Global().Set("sepdistAnswer", js.FuncOf(func(_ js.Value, args []js.Value) any {
		frame := make([]byte, args[0].Get("length").Int())
		js.CopyBytesToGo(frame, args[0])
		done := args[1]
		go func() { // so that the event loop is not held up
			response := request.Answer(context.Background(), frame, nil)
			out := js.Global().Get("Uint8Array").New(len(response))
			js.CopyBytesToJS(out, response)
			done.Invoke(out)
		}()
		return nil
	}))
	select {}
}
