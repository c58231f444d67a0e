package theme

import (
	"fmt"
	"image/color"

	"charm.land/glamour/v2/ansi"
	"charm.land/glamour/v2/styles"
)

// Markdown is the theme for rendered Markdown.
func (t *Theme) Markdown() ansi.StyleConfig {
	s := styles.ASCIIStyleConfig
	zero := uint(0)
	s.Document.Margin = &zero
	s.Document.BlockPrefix, s.Document.BlockSuffix = "", ""
	s.CodeBlock.Margin = &zero
	if t.Glyphs.Vertical == unicodeGlyphs.Vertical {
		cross, column, row := "┼", "│", "─"
		s.Table.CenterSeparator, s.Table.ColumnSeparator, s.Table.RowSeparator = &cross, &column, &row
	}
	if t.plain {
		return s
	}
	p := t.palette
	set := func(prim *ansi.StylePrimitive, c color.Color, bold bool) {
		r, g, b, _ := c.RGBA()
		hex := fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
		prim.Color = &hex
		if bold {
			prim.Bold = &bold
		}
	}
	set(&s.Document.StylePrimitive, p.text, false)
	set(&s.Heading.StylePrimitive, p.accent, true)
	set(&s.Strong, p.strong, true)
	set(&s.Code.StylePrimitive, p.info, false)
	set(&s.CodeBlock.StylePrimitive, p.text, false)
	set(&s.BlockQuote.StylePrimitive, p.faint, false)
	set(&s.Link, p.info, false)
	set(&s.LinkText, p.info, false)
	set(&s.HorizontalRule, p.border, false)
	return s
}
