// Package pdfium takes PDF documents apart with PDFium, compiled to WebAssembly and run by wazero: the glyphs of every
// page with their fonts and places, the outline, the links and their destinations. It reads no layout; package reader
// does.
//
// PDFium sees hostile input. It runs in a sandbox without files, network or clock, with a fixed amount of memory, in a
// process of its own (Workers, Serve): a document that is too much for it costs that process and the pages that it had
// in hand, nothing else. Local does the same in the calling process, for tests.
package pdfium

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	_ "unsafe" // for go:linkname

	"github.com/klippa-app/go-pdfium/webassembly/imports"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	_ "github.com/klippa-app/go-pdfium/webassembly" // holds the module
)

// pdfiumWasm is the module that go-pdfium embeds. It exports no name for it; a copy here would be five megabytes of
// binary in the repository.
//
//go:linkname pdfiumWasm github.com/klippa-app/go-pdfium/webassembly.pdfiumWasm
var pdfiumWasm []byte

// memory is all that PDFium may use, in bytes: books take 25 to 35 MB beside the document itself, and a file has at
// most 50 MB by default.
const memory = 192 << 20

// flat is a linear memory of one piece: it is never copied to grow, and the system gives pages of it as they are
// touched.
type flat struct{ buf []byte }

func (f *flat) Reallocate(size uint64) []byte {
	if size > uint64(len(f.buf)) {
		return nil
	}
	return f.buf[:size]
}

func (f *flat) Free() { f.buf = nil }

// library is PDFium, ready to open one document after the other.
type library struct {
	ctx     context.Context
	runtime wazero.Runtime
	module  api.Module
	memory  api.Memory
	call    calls
	stack   [8]uint64
	scratch uint32 // a buffer of scratchSize bytes in the module
	dead    error  // it trapped, and cannot go on
}

const scratchSize = 1 << 16

// calls are the functions of PDFium that are called for every glyph; others are looked up by name.
type calls struct {
	byName                         map[string]api.Function
	unicode, origin, object, error api.Function
}

// cacheDir is where compiled code is kept: compiling takes some seconds.
func cacheDir() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "lemma", "wazero")
}

// newLibrary starts PDFium. Compiled code is kept in cache; when it is empty or cannot be written, PDFium is compiled
// anew.
func newLibrary(ctx context.Context, cache string) (*library, error) {
	// Allocated before there is garbage: memory that is used again would have to be cleared, and so be touched.
	buf := make([]byte, memory)
	config := wazero.NewRuntimeConfig()
	if cache != "" {
		if c, err := wazero.NewCompilationCacheWithDir(cache); err == nil {
			config = config.WithCompilationCache(c)
		}
	}
	l := &library{ctx: ctx, runtime: wazero.NewRuntimeWithConfig(ctx, config)}
	if err := l.start(ctx, buf); err != nil {
		return nil, errors.Join(fmt.Errorf("the PDF engine does not start: %w", err), l.close())
	}
	return l, nil
}

func (l *library) start(ctx context.Context, buf []byte) error {
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, l.runtime); err != nil {
		return err
	}
	code, err := l.runtime.CompileModule(ctx, pdfiumWasm)
	if err != nil {
		return err
	}
	if _, err := imports.Instantiate(ctx, l.runtime, code); err != nil {
		return err
	}
	inner := experimental.WithMemoryAllocator(ctx, experimental.MemoryAllocatorFunc(func(_, _ uint64) experimental.LinearMemory {
		return &flat{buf: buf}
	}))
	l.module, err = l.runtime.InstantiateModule(inner, code, wazero.NewModuleConfig().WithStartFunctions("_initialize").WithName(""))
	if err != nil {
		return err
	}
	l.memory = l.module.Memory()
	l.call = calls{byName: map[string]api.Function{}}
	for name, f := range map[string]*api.Function{
		"FPDFText_GetUnicode": &l.call.unicode, "FPDFText_GetCharOrigin": &l.call.origin,
		"FPDFText_GetTextObject": &l.call.object, "FPDFText_HasUnicodeMapError": &l.call.error,
	} {
		if *f = l.module.ExportedFunction(name); *f == nil {
			return fmt.Errorf("its module has no %s", name)
		}
	}
	l.do("FPDF_InitLibrary")
	if l.scratch = uint32(l.do("malloc", scratchSize)); l.scratch == 0 && l.dead == nil {
		return errors.New("it has no memory")
	}
	return l.dead
}

func (l *library) close() error { return l.runtime.Close(l.ctx) }

// do calls a function of PDFium by name. After a trap every call returns 0, and dead says why.
func (l *library) do(name string, args ...uint64) uint64 {
	f := l.call.byName[name]
	if f == nil {
		if f = l.module.ExportedFunction(name); f == nil {
			l.dead = fmt.Errorf("its module has no %s", name)
			return 0
		}
		l.call.byName[name] = f
	}
	return l.run(f, args...)
}

func (l *library) run(f api.Function, args ...uint64) uint64 {
	if l.dead != nil {
		return 0
	}
	copy(l.stack[:], args)
	if err := f.CallWithStack(l.ctx, l.stack[:]); err != nil {
		l.dead = err
		return 0
	}
	return l.stack[0]
}
