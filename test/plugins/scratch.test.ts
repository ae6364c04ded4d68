/** Programs that preserve file modes work in their own folders and don't change anything else. */
import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runJig, scratch } from "../jig.ts";
import { CONFINES, PYTHON } from "./hostile.ts";

const SCRIPT = `import json, os, shutil, subprocess
home, root = os.environ["HOME"], os.environ["JIG_ROOT"]
got = {}
def attempt(name, work):
    try:
        work()
        got[name] = "done"
    except OSError as error:
        got[name] = type(error).__name__
def git(*words): subprocess.run(["git", *words], cwd=os.path.join(home, "copy"), check=True, capture_output=True)
attempt("copy", lambda: shutil.copytree(root, os.path.join(home, "copy")))
git("init")
git("add", ".")
git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-m", "all")
got["mode"] = oct(os.stat(os.path.join(home, "copy/run.sh")).st_mode & 0o777)
attempt("lends", lambda: os.chmod(os.path.join(home, "copy/run.sh"), 0o4755))
attempt("workspace", lambda: os.chmod(os.path.join(root, "run.sh"), 0o600))
attempt("times", lambda: os.utime(os.path.join(root, "run.sh"), (1, 1)))
attempt("system", lambda: os.chmod("/usr/bin/env", 0o755))
attempt("device", lambda: open("/dev/null", "w").write("x"))
print(json.dumps({"value": got}))
`;

const programs = [PYTHON, "/usr/bin/git"].filter((path) => !existsSync(path));
const skip = CONFINES ? programs.length > 0 && `there is no ${programs}` : "this system cannot confine";

test("copies with modes and a new repository in scratch; no modes and times elsewhere", { skip }, () => {
  const root = scratch({ "run.sh": "#!/bin/sh\n", "sub/a.txt": "a" });
  chmodSync(join(root, "run.sh"), 0o750);
  const folder = join(scratch(), "copier");
  mkdirSync(folder);
  writeFileSync(join(folder, "copier.py"), SCRIPT);
  const tool = { title: "Copy", description: "Copies.", effect: "read", input: { type: "object" } };
  const manifest = {
    ...{ host: "^1", name: "copier", version: "1.0.0", title: "Copier", description: "Copies files." },
    permissions: { read: ["workspace"], run: ["python3", "git"] },
    tools: { copier_do: { ...tool, handler: { command: ["python3", "copier.py"] } } },
  };
  writeFileSync(join(folder, "plugin.json"), JSON.stringify(manifest));
  const { stdout, stderr } = runJig(["call", "copier_do", "--as", "json", "--plugins", folder], {
    env: { PATH: "/usr/bin:/bin" },
    cwd: root,
  });
  assert.ok(stdout.startsWith("{"), stdout + stderr);
  const refused = { lends: "PermissionError", workspace: "OSError", times: "OSError", system: "OSError" };
  assert.deepEqual(JSON.parse(stdout), { copy: "done", mode: "0o750", ...refused, device: "done" });
  assert.equal(statSync(join(root, "run.sh")).mode & 0o777, 0o750);
});
