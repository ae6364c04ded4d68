/**
 * Contains the handlers for `jig plugin new`, which are the same small example in each language. The names of tools are valid
 * names of files and crates.
 */

/** The contents of files by their path. */
export type Sources = Record<string, string>;

export function typescriptHandler(name: string, tool: string, manifest: string): Sources {
  return {
    "plugin.ts": `/** The manifest of ${name}: \`jig plugin build\` makes plugin.json from it. */
import type { PluginSource } from "./jig.d.ts";

export default ${manifest} as const satisfies PluginSource;
`,
    [`${name}.ts`]: `/** The handler of ${tool}. What it needs comes with its context; jig.js has the values of the API. */
import type { Handler, InputOf } from "./jig.d.ts";
import type plugin from "./plugin.ts";

type Input = InputOf<typeof plugin, "${tool}">;

const handler: Handler<Input> = async ({ who, file }, context) => {
  const { text } = await context.files.readText(file);
  const lines = text.split("\\n").filter((line) => line !== "").length;
  return { value: { greeting: \`Hello, \${who}!\`, file, lines } };
};

export default handler;
`,
  };
}

export function pythonHandler(tool: string): Sources {
  return {
    [`${tool}.py`]: `"""The handler of ${tool}: input as JSON on stdin, {"value": ...} as JSON on stdout, stderr is the log."""
import json
import os
import sys

given = json.load(sys.stdin)
root = os.path.realpath(os.environ["JIG_ROOT"])
path = os.path.realpath(os.path.join(root, given["file"]))
try:
    if path != root and not path.startswith(os.path.join(root, "")):  # A command must stay in the workspace by itself.
        raise OSError(f"{given['file']} is outside the workspace")
    with open(path, encoding="utf-8", errors="replace") as file:
        lines = sum(1 for line in file if line.strip())
    outcome = {"value": {"greeting": f"Hello, {given['who']}!", "file": given["file"], "lines": lines}}
except OSError as error:
    reason = f"{given['file']}: {error.strerror}" if error.strerror else str(error)
    # A code of docs/errors.md tells a program what kind of failure it is.
    outcome = {"value": {"success": False, "error": reason, "code": "INVALID_ARGUMENT"}, "failed": True}
json.dump(outcome, sys.stdout)
`,
  };
}

/** A single process for all calls. It requests files from jig, reports progress, and handles cancellation. */
export function framedHandler(tool: string): Sources {
  return {
    [`${tool}.py`]: `"""The handler of ${tool}: one process for all calls, a line of JSON for each message ("Framed commands" in docs/plugins.md)."""
import itertools
import json
import queue
import sys
import threading
import traceback

word = json.loads(sys.stdin.readline())["word"]  # The hello: its secret word begins each of our messages.
writing = threading.Lock()
numbers = itertools.count(1)
replies = {}  # Each ask waits for one, by its id.
cancelled = {}  # Set when a call is cancelled, by its id.


class Failure(Exception):
    """Ends a call: a code of docs/errors.md, a message, perhaps a hint."""

    def __init__(self, error):
        super().__init__(error["message"])
        self.error = error


def send(message):
    with writing:
        print(word, json.dumps(message), flush=True)


def ask(call, method, *args):
    """Asks jig for something of the call's context, which checks every path."""
    number = next(numbers)
    waiting = replies[number] = queue.Queue()
    send({"type": "ask", "id": number, "scope": call, "method": method, "args": args})
    reply = waiting.get()
    if "error" in reply:
        raise Failure(reply["error"])
    return reply.get("value")


def greet(call, given):
    lines = ask(call, "files.readText", given["file"])["text"].split("\\n")
    send({"type": "progress", "call": call, "progress": {"done": 1, "total": 1, "message": given["file"]}})
    if cancelled[call].is_set():
        raise Failure({"code": "CANCELLED", "message": "The call was cancelled"})
    count = sum(1 for line in lines if line.strip())
    return {"greeting": f"Hello, {given['who']}!", "file": given["file"], "lines": count}


def answer(message):
    call = message["id"]
    try:
        send({"type": "answer", "id": call, "value": {"value": greet(call, message["input"])}})
    except Failure as failure:
        send({"type": "answer", "id": call, "error": failure.error})
    except Exception as error:
        traceback.print_exc()
        send({"type": "answer", "id": call, "error": {"code": "INTERNAL", "message": repr(error)}})
    finally:
        del cancelled[call]


send({"type": "ready"})
for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    if kind == "call":
        cancelled[message["id"]] = threading.Event()
        threading.Thread(target=answer, args=(message,), daemon=True).start()
    elif kind == "abort" and message["id"] in cancelled:
        cancelled[message["id"]].set()
    elif kind == "reply" and message["id"] in replies:
        replies.pop(message["id"]).put(message)
    elif kind == "close":
        break
`,
  };
}

/** The programs that the script below uses, which are listed in the manifest. */
export const SHELL_PROGRAMS: readonly string[] = ["jq", "realpath", "grep"];

export function shellHandler(tool: string): Sources {
  return {
    [`${tool}.sh`]: `#!/bin/sh
# The handler of ${tool}: input as JSON on stdin, {"value": ...} as JSON on stdout, stderr is the log.
# permissions.run of plugin.json names every program that it starts, so that people who approve it know.
set -eu

fail() {
  # A code of docs/errors.md tells a program what kind of failure it is.
  jq -n --arg error "$1" '{value: {success: false, error: $error, code: "INVALID_ARGUMENT"}, failed: true}'
  exit 0
}

# jq quotes what it prints with @sh, so that nothing of the input is run.
eval "$(jq -r '@sh "who=\\(.who) file=\\(.file)"')"

root=$(realpath "$JIG_ROOT")
case $file in
  /*) path=$file ;;
  *) path=$root/$file ;;
esac
path=$(realpath "$path" 2>/dev/null) || fail "$file does not exist"
case $path in
  "$root" | "$root"/*) ;;
  *) fail "$file is outside the workspace" ;; # A command must stay in the workspace by itself.
esac
[ -f "$path" ] || fail "$file is not a file"
lines=$(grep -c . "$path") || [ "$lines" = 0 ] || fail "$file cannot be read"

jq -n --arg greeting "Hello, $who!" --arg file "$file" --argjson lines "$lines" \\
  '{value: {greeting: $greeting, file: $file, lines: $lines}}'
`,
  };
}

export function goHandler(tool: string): Sources {
  return {
    "go.mod": `module ${tool}

go 1.24
`,
    "main.go": `// The handler of ${tool}: input as JSON on stdin, {"value": ...} as JSON on stdout, stderr is the log.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"
)

type input struct {
	Who  string \`json:"who"\`
	File string \`json:"file"\`
}

type answer struct {
	Greeting string \`json:"greeting"\`
	File     string \`json:"file"\`
	Lines    int    \`json:"lines"\`
}

type failure struct {
	Success bool   \`json:"success"\`
	Error   string \`json:"error"\`
	Code    string \`json:"code"\` // One of docs/errors.md, for programs.
}

type outcome struct {
	Value  any  \`json:"value"\`
	Failed bool \`json:"failed,omitempty"\`
}

func greet(given input) (answer, error) {
	// A root opens only files below it: a command must stay in the workspace by itself.
	root, err := os.OpenRoot(os.Getenv("JIG_ROOT"))
	if err != nil {
		return answer{}, err
	}
	defer root.Close()
	name := given.File
	if filepath.IsAbs(name) {
		if name, err = filepath.Rel(root.Name(), name); err != nil {
			return answer{}, err
		}
	}
	file, err := root.Open(name)
	if err != nil {
		return answer{}, err
	}
	defer file.Close()
	lines := 0
	reader := bufio.NewScanner(file)
	reader.Buffer(nil, 1<<26)
	for reader.Scan() {
		if reader.Text() != "" {
			lines++
		}
	}
	return answer{fmt.Sprintf("Hello, %s!", given.Who), given.File, lines}, reader.Err()
}

func main() {
	var given input
	if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil {
		log.Fatal(err)
	}
	told := outcome{}
	if value, err := greet(given); err != nil {
		told = outcome{failure{false, err.Error(), "INVALID_ARGUMENT"}, true}
	} else {
		told.Value = value
	}
	if err := json.NewEncoder(os.Stdout).Encode(told); err != nil {
		log.Fatal(err)
	}
}
`,
  };
}

export function rustHandler(tool: string): Sources {
  return {
    "Cargo.toml": `[package]
name = "${tool}"
version = "0.1.0"
edition = "2021"

[dependencies]
serde_json = "1"

# Not a part of a workspace around it.
[workspace]
`,
    ".gitignore": "/target\n",
    "src/main.rs": `//! The handler of ${tool}: input as JSON on stdin, {"value": ...} as JSON on stdout, stderr is the log.
use serde_json::{json, Value};
use std::{env, fs, io};

fn greet(given: &Value) -> Result<Value, String> {
    let (who, file) = (given["who"].as_str().unwrap_or(""), given["file"].as_str().unwrap_or(""));
    let said = |error: io::Error| format!("{file}: {error}");
    let root = fs::canonicalize(env::var("JIG_ROOT").unwrap_or_default()).map_err(said)?;
    let path = fs::canonicalize(root.join(file)).map_err(said)?;
    // A command must stay in the workspace by itself.
    if !path.starts_with(&root) {
        return Err(format!("{file} is outside the workspace"));
    }
    let text = fs::read_to_string(path).map_err(said)?;
    let lines = text.lines().filter(|line| !line.is_empty()).count();
    Ok(json!({ "greeting": format!("Hello, {who}!"), "file": file, "lines": lines }))
}

fn main() {
    let given: Value = serde_json::from_reader(io::stdin()).expect("jig sends JSON");
    let outcome = match greet(&given) {
        Ok(value) => json!({ "value": value }),
        // A code of docs/errors.md tells a program what kind of failure it is.
        Err(error) => json!({
            "value": { "success": false, "error": error, "code": "INVALID_ARGUMENT" },
            "failed": true,
        }),
    };
    println!("{outcome}");
}
`,
  };
}
