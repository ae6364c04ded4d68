/** A third-party command with write permission. */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runJig, scratch } from "../jig.ts";

/** What a one-shot command with write permission can do in a root: tries each of these names, and moves folders. */
export function triedIn(root: string, write: string[], names: string[]): string[] {
  const script = `import json, os
os.chdir(os.environ["JIG_ROOT"])
got = []
for name in ${JSON.stringify(names)}:
    path = name.encode("latin1")
    try:
        if path.endswith(b"/moved"): os.rename(path[:-6], path[:-6] + b"-before")
        else: open(path, "w").write("changed")
        got.append(name)
    except OSError as error:
        pass
print(json.dumps({"value": {"got": got}}))
`;
  const folder = join(scratch(), "writer");
  mkdirSync(folder);
  writeFileSync(join(folder, "writer.py"), script);
  const tool = { title: "Write", description: "Writes.", effect: "write", input: { type: "object" } };
  const manifest = {
    ...{ host: "^1", name: "writer", version: "1.0.0", title: "Writer", description: "Writes files." },
    permissions: { read: ["workspace"], write, run: ["python3"] },
    tools: { writer_do: { ...tool, handler: { command: ["python3", "writer.py"] } } },
  };
  writeFileSync(join(folder, "plugin.json"), JSON.stringify(manifest));
  const { stdout, stderr } = runJig(["call", "writer_do", "--as", "json", "--plugins", folder], {
    env: { PATH: "/usr/bin:/bin" },
    cwd: root,
  });
  assert.ok(stdout.startsWith("{"), stdout + stderr);
  return (JSON.parse(stdout) as { got: string[] }).got;
}
