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


def fail(code, error):
    """A code of docs/errors.md tells a program what kind of failure it is."""
    json.dump({"value": {"success": False, "error": f"{given['file']} {error}", "code": code}, "failed": True}, sys.stdout)
    sys.exit()


root = os.path.realpath(os.environ["JIG_ROOT"])
path = os.path.realpath(os.path.join(root, given["file"]))
if path != root and not path.startswith(os.path.join(root, "")):  # A command must stay in the workspace by itself.
    fail(code="PATH_OUTSIDE", error="is outside the workspace")
if not os.path.exists(path):
    fail(code="PATH_NOT_FOUND", error="does not exist")
if not os.path.isfile(path):
    fail(code="NOT_A_FILE", error="is not a file")
try:
    with open(path, encoding="utf-8", errors="replace") as file:
        lines = sum(1 for line in file if line.strip())
except OSError as error:
    fail(code="PERMISSION_DENIED", error=f"cannot be read: {error.strerror}")
json.dump({"value": {"greeting": f"Hello, {given['who']}!", "file": given["file"], "lines": lines}}, sys.stdout)
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
  jq -n --arg code "$1" --arg error "$2" '{value: {success: false, error: $error, code: $code}, failed: true}'
  exit 0
}

# jq quotes what it prints with @sh, so that nothing of the input is run.
eval "$(jq -r '@sh "who=\\(.who) file=\\(.file)"')"

root=$(realpath "$JIG_ROOT")
case $file in
  /*) path=$file ;;
  *) path=$root/$file ;;
esac
path=$(realpath "$path" 2>/dev/null) || fail PATH_NOT_FOUND "$file does not exist"
case $path in
  "$root" | "$root"/*) ;;
  *) fail PATH_OUTSIDE "$file is outside the workspace" ;; # A command must stay in the workspace by itself.
esac
[ -e "$path" ] || fail PATH_NOT_FOUND "$file does not exist"
[ -f "$path" ] || fail NOT_A_FILE "$file is not a file"
lines=$(grep -c . "$path") || [ "$lines" = 0 ] || fail PERMISSION_DENIED "$file cannot be read"

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
	"errors"
	"fmt"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"strings"
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

var errNotFile = errors.New("it is not a file")

// codeOf tells a program what kind of failure it is.
func codeOf(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "PATH_NOT_FOUND"
	case errors.Is(err, fs.ErrPermission):
		return "PERMISSION_DENIED"
	case errors.Is(err, errNotFile):
		return "NOT_A_FILE"
	case strings.HasSuffix(err.Error(), "path escapes from parent"): // The error of os.Root, which has no name.
		return "PATH_OUTSIDE"
	}
	return "INVALID_ARGUMENT"
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
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		return answer{}, errNotFile
	}
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
		told = outcome{failure{false, err.Error(), codeOf(err)}, true}
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
