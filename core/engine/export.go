package engine

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
)

// Export writes all primitives, one JSON object a line, in order of their ids.
func (s *Snapshot) Export(ctx context.Context, w io.Writer) error {
	buf := bufio.NewWriterSize(w, 1<<16)
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false)
	for i, id := range s.ids {
		if i%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		r, _ := s.Record(id)
		if err := enc.Encode(r); err != nil {
			return fmt.Errorf("cannot write %s: %w", id, err)
		}
	}
	return buf.Flush()
}
