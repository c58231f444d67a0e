package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/spf13/viper"

	"lemma/core"
	"lemma/core/engine"
)

// settings is the configuration: flags over LEMMA_* over the file over what is built in.
type settings struct {
	Registry  string            `mapstructure:"registry"`
	Home      string            `mapstructure:"home"`  // "strict" or "lenient"
	Proxy     string            `mapstructure:"proxy"` // "none", or "system": what the environment names
	Limits    limits            `mapstructure:"limits"`
	Dedup     dedupSettings     `mapstructure:"dedup"`
	Generate  thresholds        `mapstructure:"generate"`
	Domains   []core.Domain     `mapstructure:"domains"`
	Interface screens           `mapstructure:"interface"`
	file      string            // that was read; empty when there was none
	absent    string            // the file that would have been read
	origin    map[string]string // of each setting: flag, environment, file, built in
}

type limits struct {
	File    int64 `mapstructure:"file"`  // bytes
	Total   int64 `mapstructure:"total"` // bytes
	Files   int   `mapstructure:"files"`
	Ratio   int   `mapstructure:"ratio"`   // of what an archive unpacks to, to its own size
	Seconds int   `mapstructure:"seconds"` // of one fetch
}

type dedupSettings struct {
	Similarity  string  `mapstructure:"similarity"` // "weighted" or "plain"
	MaxDistance float64 `mapstructure:"max-distance"`
	MinShared   int     `mapstructure:"min-shared"`
}

type thresholds struct {
	Dir   string `mapstructure:"dir"` // write generated files there after every learn; empty: only when asked to
	Skill int    `mapstructure:"skill"`
	Agent int    `mapstructure:"agent"`
	Team  int    `mapstructure:"team"`
}

// defaults are all settings there are, with their values when nothing says otherwise.
var defaults = map[string]any{
	"registry": "", "home": "strict", "proxy": "none",
	"limits.file": 50 << 20, "limits.total": 200 << 20, "limits.files": 10000, "limits.ratio": 100, "limits.seconds": 600,
	"dedup.similarity": "weighted", "dedup.max-distance": 0.2, "dedup.min-shared": 2,
	"interface.mode": "auto", "interface.theme": "auto", "interface.ascii": false, "interface.mouse": true, "interface.keys": []binding{},
	"generate.dir": "", "generate.skill": 30, "generate.agent": 30, "generate.team": 50,
}

// addSettings gives the root its persistent flags, and reads the configuration before any command runs.
func (a *app) addSettings(root *cobra.Command) {
	f := root.PersistentFlags()
	f.String("registry", "", "use the registry in `DIR` (default: .lemma here or above, else yours)")
	f.String("config", "", "read the configuration `FILE` (default: your lemma.yaml)")
	f.BoolVar(&a.json, "json", false, "print one JSON object")
	f.BoolVar(&a.plain, "plain", false, "print lines where the interface would open")
	root.PersistentPreRunE = func(c *cobra.Command, _ []string) error {
		a.command = c.CommandPath()
		return a.configure(c.Root().PersistentFlags())
	}
}

func (a *app) configure(flags *pflag.FlagSet) error {
	v := viper.New()
	for k, val := range defaults {
		v.SetDefault(k, val)
	}
	v.SetEnvPrefix(envPrefix)
	v.SetEnvKeyReplacer(envKeys)
	v.AutomaticEnv()
	file, given := os.LookupEnv("LEMMA_CONFIG")
	if f := flags.Lookup("config"); f.Changed {
		file, given = f.Value.String(), true
	}
	if !given {
		if dir, err := os.UserConfigDir(); err == nil {
			file = filepath.Join(dir, "lemma", "lemma.yaml")
		}
	}
	if file != "" {
		v.SetConfigFile(file)
		v.SetConfigType("yaml")
		err := v.ReadInConfig()
		switch {
		case err == nil:
			a.settings.file = file
		case errors.Is(err, fs.ErrNotExist) && !given:
			a.settings.absent = file
		default:
			return usagef("cannot read the configuration %s: %w", file, err)
		}
	}
	if err := v.BindPFlag("registry", flags.Lookup("registry")); err != nil {
		return err
	}
	if err := checkValues(v, flags); err != nil {
		return err
	}
	if err := v.UnmarshalExact(&a.settings); err != nil {
		return usagef("the configuration %s is not understood: %w\nsee `lemma config` for the settings there are", file, err)
	}
	a.settings.origin = map[string]string{}
	for key := range defaults {
		a.settings.origin[key] = origin(v, flags, key)
	}
	switch s := &a.settings; {
	case s.Home != "strict" && s.Home != "lenient":
		return usagef("home: %q is neither strict nor lenient", s.Home)
	case s.Proxy != "none" && s.Proxy != "system":
		return usagef("proxy: %q is neither none nor system", s.Proxy)
	case s.Dedup.Similarity != "weighted" && s.Dedup.Similarity != "plain":
		return usagef("dedup.similarity: %q is neither weighted nor plain", s.Dedup.Similarity)
	}
	a.out.ascii, a.talk.ascii = a.settings.Interface.ASCII, a.settings.Interface.ASCII
	return a.settings.Interface.check()
}

// checkValues names the setting whose value is of the wrong kind, and where it comes from.
func checkValues(v *viper.Viper, flags *pflag.FlagSet) error {
	for _, key := range slices.Sorted(maps.Keys(defaults)) {
		value, ok := v.Get(key).(string)
		if !ok {
			continue
		}
		var err error
		want := ""
		switch defaults[key].(type) {
		case int:
			_, err = strconv.ParseInt(value, 0, 64)
			want = "a whole number"
		case float64:
			_, err = strconv.ParseFloat(value, 64)
			want = "a number"
		case bool:
			_, err = strconv.ParseBool(value)
			want = "true or false"
		}
		if err != nil {
			from := origin(v, flags, key)
			if from == fromFile {
				from = key + " in " + v.ConfigFileUsed()
			}
			return usagef("%s: %q is not %s", from, value, want)
		}
	}
	return nil
}

// fromFile is the origin of what the configuration file sets.
const fromFile = "configuration"

// envPrefix begins the names of variables; dots and dashes of a setting are underscores there.
const envPrefix = "LEMMA"

var envKeys = strings.NewReplacer(".", "_", "-", "_")

// origin says where the value of a setting comes from.
func origin(v *viper.Viper, flags *pflag.FlagSet, key string) string {
	name := envPrefix + "_" + strings.ToUpper(envKeys.Replace(key))
	switch f := flags.Lookup(key); {
	case f != nil && f.Changed:
		return "--" + key
	case os.Getenv(name) != "":
		return name
	case v.InConfig(key):
		return fromFile
	}
	return ""
}

// registryDir is the registry to use, and why that one.
func (a *app) registryDir() (dir, why string, err error) {
	if a.settings.Registry != "" {
		return a.settings.Registry, a.settings.origin["registry"], nil
	}
	if wd, err := os.Getwd(); err == nil {
		for d := wd; ; d = filepath.Dir(d) {
			if st, err := os.Stat(filepath.Join(d, ".lemma")); err == nil && st.IsDir() {
				return filepath.Join(d, ".lemma"), "found in this folder or above", nil
			}
			if d == filepath.Dir(d) {
				break
			}
		}
	}
	data, err := dataDir()
	if err != nil {
		return "", "", fmt.Errorf("there is no place for a registry: %w; use --registry DIR or `lemma init`", err)
	}
	return filepath.Join(data, "lemma", "registry"), "the user's own", nil
}

// dataDir is the user's data folder (XDG Base Directory Specification; the platform's own elsewhere).
func dataDir() (string, error) {
	switch runtime.GOOS {
	case "windows":
		if d := os.Getenv("LocalAppData"); d != "" {
			return d, nil
		}
		return "", errors.New("%LocalAppData% is not set")
	case "darwin":
		home, err := os.UserHomeDir()
		return filepath.Join(home, "Library", "Application Support"), err
	}
	if d := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(d) {
		return d, nil
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".local", "share"), err
}

func (s settings) limits() engine.Limits {
	return engine.Limits{File: s.Limits.File, Total: s.Limits.Total, Files: s.Limits.Files, Ratio: s.Limits.Ratio}
}
