/** A framed command with tools of different effects: each call gets the permissions for its own effect. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { scratch } from "../jig.ts";
import { McpProcess } from "../mcp/mcp-process.ts";
import { CONFINES, PYTHON } from "./hostile.ts";
import { triedIn } from "./writer.ts";

const SCRIPT = `import json, os, sys
word = json.loads(sys.stdin.readline())["word"]
def say(message): print(word, json.dumps(message), flush=True)
say({"type": "ready"})
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] != "call": continue
    try:
        open(message["input"]["file"], "w").write("written")
        got = "written"
    except OSError as error:
        got = type(error).__name__
    say({"type": "answer", "id": message["id"], "value": {"value": {"got": got, "process": os.getpid()}}})
`;

const skip = !CONFINES ? "this system cannot confine" : existsSync(PYTHON) ? false : `there is no ${PYTHON}`;

test("a tool that writes can write, one that reads cannot, in one framed command", { skip }, async () => {
  const [folder, root] = [join(scratch(), "notes"), scratch()];
  mkdirSync(folder);
  const input = { type: "object", properties: { file: { type: "string", description: "File" } }, required: ["file"] };
  const tool = (effect: string) => ({
    ...{ title: "Note", description: "Writes a note.", effect, input },
    handler: { command: ["python3", "notes.py"], mode: "framed" },
  });
  const manifest = {
    ...{ host: "^1", name: "notes", version: "1.0.0", title: "Notes", description: "Writes notes." },
    permissions: { read: ["workspace"], write: ["workspace"], run: ["python3"] },
    tools: {
      note_read: tool("read"),
      note_write: tool("write"),
      note_either: { ...tool("read"), parameterEffects: { save: "write" } },
    },
  };
  Object.assign(manifest.tools.note_either, {
    input: { ...input, properties: { ...input.properties, save: { type: "boolean", description: "Save" } } },
  });
  writeFileSync(join(folder, "notes.py"), SCRIPT);
  writeFileSync(join(folder, "plugin.json"), JSON.stringify(manifest));
  const mcp = new McpProcess(["--plugins", folder], { cwd: root, env: { PATH: "/usr/bin:/bin" } });
  await mcp.initialize();
  let calls = 0;
  const call = async (name: string, more = {}) => {
    const { result } = await mcp.call(++calls, name, { file: join(root, `${name}${calls}`), ...more });
    return JSON.parse(result.content[0].text) as { got: string; process: number };
  };
  const [read, write, again] = [await call("note_read"), await call("note_write"), await call("note_read")];
  const [either, saved] = [await call("note_either"), await call("note_either", { save: true })];
  assert.deepEqual(
    [read, write, again, either, saved].map(({ got }) => got),
    ["OSError", "written", "OSError", "OSError", "written"],
  );
  assert.equal(readFileSync(join(root, "note_write2"), "utf8"), "written");
  assert.deepEqual([again.process, either.process, saved.process], [read.process, read.process, write.process]);
  mcp.child.stdin.end();
  assert.equal((await mcp.ended).code, 0);
});

test("a command that may write to the workspace changes no place that runs later unless it is named", { skip }, () => {
  const places = ["a.txt", ".git/hooks/old", ".envrc", "sub/.git/config", ".vscode/tasks.json"];
  const names = [...places, "new.txt", ".git/hooks/pre-commit", ".git/moved", "sub/moved"];
  const rooted = () => scratch(Object.fromEntries(places.map((path) => [path, "before"])));
  const root = rooted();
  assert.deepEqual(triedIn(root, ["workspace"], names), ["a.txt", "new.txt"]);
  assert.deepEqual(readdirSync(join(root, ".git/hooks")), ["old"]);
  const named = triedIn(rooted(), ["workspace", ".git/**"], names);
  assert.deepEqual(named.slice(0, 3), ["a.txt", ".git/hooks/old", "sub/.git/config"]);
});

test("nor a repository of another name, one in a folder whose name is no UTF-8, or its hooks elsewhere", {
  skip,
}, () => {
  const repository = (path: string) => ["HEAD", "objects/x", "refs/x", "config"].map((each) => `${path}/${each}`);
  const paths = [...repository(".bare"), ...repository("sub/a.git"), "tools/hooks/pre-push", "tools/a.sh"];
  const root = scratch({
    ...Object.fromEntries(paths.map((path) => [path, ""])),
    ...{ ".git": "gitdir: ./.bare\n", ".bare/config": "[core]\n\thooksPath = tools/hooks\n" },
  });
  const strange = Buffer.from(`${root}/\xff/.git`, "latin1");
  mkdirSync(strange, { recursive: true });
  const hooks = [".bare", "sub/a.git", ".bare/hooks"].map((each) => `${each}/pre-commit`);
  const names = [...hooks, ".bare/config", "sub/a.git/config", ".git", "tools/hooks/pre-push", "\xff/.git/config"];
  assert.deepEqual(triedIn(root, ["workspace"], [...names, "tools/a.sh", ".bare/moved"]), ["tools/a.sh"]);
});
