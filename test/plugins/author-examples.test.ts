/** Examples of tools that write leave the author's folder as it was. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { author } from "./new-author.ts";
import { has } from "./paths.ts";

const skip = has("python3") ? false : "no python3";

/** Appends a line to a file and answers with the file's text and the files in its folder. */
const APPEND = `import json, os, sys
given = json.load(sys.stdin)
root = os.environ["JIG_ROOT"]
with open(os.path.join(root, given["file"]), "a") as file: file.write("more\\n")
text = open(os.path.join(root, given["file"])).read()
print(json.dumps({"value": {"text": text, "files": sorted(os.listdir(root))}}))
`;

function writer() {
  const user = author();
  const folder = join(user.cwd, "notes");
  user.change((manifest, tool) => {
    manifest.permissions.write = ["workspace"];
    Object.assign(tool, { effect: "write", destructive: false });
    delete tool.output;
    delete tool.view;
    const input = { file: "notes.txt" };
    tool.examples = [
      { title: "Once", input },
      { title: "Again", input },
      { title: "New", input: { file: "new.txt" } },
    ];
  });
  writeFileSync(join(folder, "notes.py"), APPEND);
  const run = (...more: string[]) => {
    const hash = /hash ([0-9a-f]+)/i.exec(user.jig("plugin", "trust", "notes").stderr)?.[1];
    if (hash) user.jig("plugin", "trust", "notes", "--hash", hash);
    return user.jig("plugin", "test", "notes", ...more);
  };
  return { ...user, folder, run };
}

test("an example that writes runs in a copy of test/workspace, so that it can be repeated", {
  skip,
  timeout: 60_000,
}, () => {
  const { folder, jig, run } = writer();
  const workspace = join(folder, "test", "workspace");
  const before = readFileSync(join(workspace, "notes.txt"), "utf8");
  const recorded = run("--update");
  assert.match(recorded.stdout, /3 of 3 examples passed/, recorded.stdout + recorded.stderr);
  assert.deepEqual(readdirSync(workspace), ["notes.txt"]);
  assert.equal(readFileSync(join(workspace, "notes.txt"), "utf8"), before);
  const golden = (at: number) => JSON.parse(readFileSync(join(folder, "test/golden", `notes.${at}.json`), "utf8"));
  for (const at of [1, 2]) assert.deepEqual(golden(at), { text: `${before}more\n`, files: ["notes.txt"] });
  assert.deepEqual(golden(3), { text: "more\n", files: ["new.txt", "notes.txt"] });
  const repeated = run();
  assert.match(repeated.stdout, /3 of 3 examples passed/, repeated.stdout + repeated.stderr);
  assert.doesNotMatch(jig("plugin", "check", "notes").stdout, /more than you approved/);
});

test("without test/workspace such an example runs in an empty folder, and says so if it fails", {
  skip,
  timeout: 60_000,
}, () => {
  const { cwd, folder, run } = writer();
  for (const name of ["workspace", "golden"]) rmSync(join(folder, "test", name), { recursive: true });
  const { stdout, stderr } = run();
  assert.match(stdout, /3 of 3 examples passed/, stdout + stderr);
  assert.equal(readFileSync(join(cwd, "notes.txt"), "utf8"), "one\n");
  assert.equal(existsSync(join(cwd, "new.txt")), false);
  writeFileSync(join(folder, "notes.py"), APPEND.replace('"a"', '"r+"'));
  assert.match(
    run().stdout,
    /FAIL notes: Once .*ran in an empty folder: put the files that it needs into test\/workspace/,
  );
});
