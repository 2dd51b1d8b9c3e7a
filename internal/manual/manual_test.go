package manual

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

func tree() *cobra.Command {
	root := &cobra.Command{Use: "tool", Short: "A tool"}
	run := func(*cobra.Command, []string) {}
	cmd := &cobra.Command{Use: "walk [flags] FROM TO", Short: "Walk -- or run", Run: run,
		Long: "It walks.\n.dots and C:\\paths survive.\n\nA table:\n  one --> two\n  two <-> one", Example: "  tool walk a b"}
	cmd.Flags().IntP("steps", "s", 3, "how many `N` steps")
	cmd.Flags().Bool("fast", false, "run")
	cmd.Flags().String("secret", "", "hidden")
	_ = cmd.Flags().MarkHidden("secret")
	root.AddCommand(cmd, &cobra.Command{Use: "hidden", Hidden: true, Run: run})
	return root
}

func TestPage(t *testing.T) {
	root := tree()
	page := string(Page(root.Commands()[1]))
	for _, want := range []string{
		".TH \"TOOL\\-WALK\" 1",
		".SH NAME\ntool\\-walk \\- Walk \\-\\- or run\n",
		".SH SYNOPSIS\n.B tool walk\n[flags] FROM TO\n",
		"It walks.\n\\&.dots and C:\\epaths survive.\n.PP\nA table:\n.PP\n.nf\n  one \\-\\-> two\n  two <\\-> one\n.fi\n",
		".TP\n\\fB\\-s\\fR, \\fB\\-\\-steps\\fR \\fIN\\fR\nhow many N steps (default 3)\n",
		".TP\n\\fB\\-\\-fast\\fR\nrun\n",
		".BR tool (1)",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %q:\n%s", want, page)
		}
	}
	if strings.Contains(page, "secret") || strings.Contains(string(Page(root)), "hidden") {
		t.Error("a page shows what help hides")
	}
	for i, line := range strings.Split(page, "\n") {
		if strings.HasPrefix(line, "'") || strings.HasPrefix(line, ".") && !strings.Contains(" .TH .SH .PP .TP .nf .fi .sp .B .BR ", " "+strings.Fields(line)[0]+" ") {
			t.Errorf("line %d is a macro that is not one of man(7): %s", i+1, line)
		}
	}
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	if err := Write(dir, tree()); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{
		"man/man1/tool.1":       "tool\\-walk",
		"man/man1/tool-walk.1":  "FROM TO",
		"completions/tool.bash": "__start_tool",
		"completions/_tool":     "#compdef tool",
		"completions/tool.fish": "complete",
		"completions/tool.ps1":  "Register-ArgumentCompleter",
	} {
		text, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s has no %q: %v", file, want, err)
		}
	}
	if found, _ := filepath.Glob(dir + "/man/man1/*"); len(found) != 2 {
		t.Errorf("pages: %v", found)
	}
}
