/** Plugins in six languages run sandboxed, with no permissions beyond reading the workspace and running their own programs. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, test } from "node:test";
import { runJig, scratch } from "../jig.ts";
import { CONFINES, PYTHON } from "./hostile.ts";
import { has, WITH_DENO } from "./paths.ts";

interface Language {
  files: Record<string, string>;
  command: string[];
  run: string[];
  needs: string[];
  /** Builds the plugin. Returns folders to prepend to PATH. */
  prepare?(folder: string): string[];
}

const JAVASCRIPT = `import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
const { HOME, JIG_ROOT } = process.env;
mkdirSync(join(HOME, "a/b"), { recursive: true });
copyFileSync(join(JIG_ROOT, "a.txt"), join(HOME, "a/b/c"));
chmodSync(join(HOME, "a/b/c"), 0o600);
cpSync(join(HOME, "a"), join(HOME, "d"), { recursive: true });
const mode = (statSync(join(HOME, "d/b/c")).mode & 0o777).toString(8);
console.log(JSON.stringify({ value: readFileSync(join(HOME, "d/b/c"), "utf8").trim() + " " + mode }));
`;
const PYTHON_SCRIPT = `import json, os, shutil, sqlite3, subprocess, sys, tempfile, threading
import helper
home, root = os.environ["HOME"], os.environ["JIG_ROOT"]
shutil.copytree(root, os.path.join(home, "copy"))
os.chmod(os.path.join(home, "copy/a.txt"), 0o600)
sqlite3.connect(os.path.join(home, "db")).execute("create table t (a)")
thread = threading.Thread(target=tempfile.mkdtemp); thread.start(); thread.join()
text = subprocess.run([sys.executable, "-c", "print(open('copy/a.txt').read().strip())"], cwd=home, capture_output=True, text=True, check=True)
mode = oct(os.stat(os.path.join(home, "copy/a.txt")).st_mode & 0o777)[2:]
print(json.dumps({"value": helper.same(text.stdout.strip()) + " " + mode}))
`;
const GO = `package main
import ("fmt"; "os"; "path/filepath"; "strings"; "sync")
func main() {
	home := os.Getenv("HOME")
	data, err := os.ReadFile(filepath.Join(os.Getenv("JIG_ROOT"), "a.txt"))
	file := filepath.Join(home, "b")
	if err == nil { err = os.WriteFile(file, data, 0644) }
	if err == nil { err = os.Chmod(file, 0600) }
	if err == nil { err = os.CopyFS(filepath.Join(os.Getenv("TMPDIR"), "all"), os.DirFS(home)) }
	var wait sync.WaitGroup
	for i := 0; i < 50; i++ { wait.Add(1); go func() { defer wait.Done(); os.Stat(file) }() }
	wait.Wait()
	if err != nil { fmt.Fprintln(os.Stderr, err); os.Exit(1) }
	info, _ := os.Stat(file)
	fmt.Printf("{\\"value\\": \\"%s %o\\"}", strings.TrimSpace(string(data)), info.Mode().Perm())
}
`;
const RUST = `use std::{env, fs, os::unix::fs::PermissionsExt, path::Path, thread};
fn main() {
    let (home, root) = (env::var("HOME").unwrap(), env::var("JIG_ROOT").unwrap());
    let file = Path::new(&home).join("b");
    fs::copy(Path::new(&root).join("a.txt"), &file).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    let text = thread::spawn({ let file = file.clone(); move || fs::read_to_string(file).unwrap() }).join().unwrap();
    let mode = fs::metadata(&file).unwrap().permissions().mode() & 0o777;
    println!("{{\\"value\\": \\"{} {:o}\\"}}", text.trim(), mode);
}
`;
const SHELL = `set -e
cat >/dev/null
cd "$HOME"
mkdir copy && cp -p "$JIG_ROOT/a.txt" copy/ && chmod 600 copy/a.txt && cd copy
git init -q . && git add . && git -c user.name=a -c user.email=a@b commit -qm all
text=$(git show HEAD:a.txt | sed 's/ *$//')
jq -n --arg text "$text" --arg mode "$(stat -c %a a.txt)" '{value: ($text + " " + $mode)}'
`;

const built = (folder: string, program: string, words: string[]) => {
  execFileSync(program, words, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  return [];
};

const LANGUAGES: Record<string, Language> = {
  Deno: {
    files: { "main.ts": JAVASCRIPT },
    command: ["deno", "run", "--allow-all", "main.ts"],
    run: ["deno"],
    needs: [],
  },
  Node: { files: { "main.mjs": JAVASCRIPT }, command: ["node", "main.mjs"], run: ["node"], needs: ["node"] },
  "Python with a virtual environment": {
    files: { "main.py": PYTHON_SCRIPT },
    command: ["python3", "main.py"],
    run: ["python3"],
    needs: [],
    prepare() {
      const place = join(scratch(), "venv");
      execFileSync(PYTHON, ["-m", "venv", "--without-pip", place], { stdio: "ignore" });
      const [version = ""] = readdirSync(join(place, "lib"));
      writeFileSync(join(place, "lib", version, "site-packages/helper.py"), "def same(text): return text\n");
      return [join(place, "bin")];
    },
  },
  Go: {
    files: { "main.go": GO, "go.mod": "module example.com/tool\ngo 1.23\n" },
    command: ["./tool"],
    run: [],
    needs: ["go"],
    prepare: (folder) => built(folder, "go", ["build", "-o", "tool", "."]),
  },
  Rust: {
    files: { "main.rs": RUST },
    command: ["./tool"],
    run: [],
    needs: ["rustc"],
    prepare: (folder) => built(folder, "rustc", ["-O", "-o", "tool", "main.rs"]),
  },
  "a shell with git and jq": {
    files: { "main.sh": SHELL },
    command: ["sh", "main.sh"],
    run: ["sh", "git", "jq"],
    needs: ["git", "jq"],
  },
};

describe("confined, in", { skip: !CONFINES && "this system cannot confine" }, () => {
  for (const [name, { files, command, run, needs, prepare }] of Object.entries(LANGUAGES)) {
    // rustup installs its programs even without a toolchain.
    const works = (program: string) =>
      program !== "rustc" || spawnSync(program, ["--version"], { stdio: "ignore" }).status === 0;
    const missing = needs.filter((program) => !(has(program) && works(program)));
    if (name.startsWith("Python") && !existsSync(PYTHON)) missing.push(PYTHON);
    test(name, { skip: missing.length > 0 && `there is no ${missing}` }, () => {
      const root = scratch({ "a.txt": "hello\n" });
      chmodSync(join(root, "a.txt"), 0o644);
      const folder = join(scratch(), "spoken");
      mkdirSync(folder);
      for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
      const front = prepare?.(folder) ?? [];
      const tool = { title: "Speak", description: "Speaks.", effect: "read", input: { type: "object" } };
      const manifest = {
        ...{ host: "^1", name: "spoken", version: "1.0.0", title: "Spoken", description: "Speaks a language." },
        permissions: { read: ["workspace"], run },
        tools: { spoken_do: { ...tool, handler: { command } } },
      };
      writeFileSync(join(folder, "plugin.json"), JSON.stringify(manifest));
      const env = { PATH: [...front, WITH_DENO, "/usr/bin", "/bin"].join(delimiter) };
      const { stdout, stderr } = runJig(["call", "spoken_do", "--as", "json", "--plugins", folder], { cwd: root, env });
      assert.equal(stdout.trim(), '"hello 600"', stdout + stderr);
    });
  }
});
