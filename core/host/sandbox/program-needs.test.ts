/** Readable paths for all kinds of installations: libraries, but no credentials. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { knownNeeds, programNeeds } from "./program-needs.ts";

function machine(files: Record<string, string>) {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "jig-needs-")));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    if (text.startsWith("-> ")) symlinkSync(text.slice(3).replace("TOP", top), join(top, path));
    else writeFileSync(join(top, path), text.replaceAll("TOP", top), { mode: 0o755 });
  }
  const home = join(top, "home");
  const needs = async (program: string) => {
    const { read, execute } = await programNeeds(join(top, program), { home, locate: async (name) => join(top, name) });
    const own = (paths: string[]) =>
      [...new Set(paths)]
        .filter((path) => path.startsWith(top))
        .map((path) => path.slice(top.length + 1))
        .sort();
    return { read: own(read), execute: own(execute) };
  };
  return { needs };
}

const ELF = "\x7fELF";

test("a program in the home folder grants itself and its libraries", async () => {
  const { needs } = machine({
    "home/.cargo/bin/tool": ELF,
    "home/.cargo/credentials.toml": "secret",
    "home/.cargo/registry/token": "secret",
    "home/.cargo/lib/libtool.so": ELF,
    "home/bin/mine": ELF,
    "home/lib/letters.txt": "private",
  });
  assert.deepEqual(await needs("home/.cargo/bin/tool"), {
    read: ["home/.cargo/lib"],
    execute: ["home/.cargo/bin/tool"],
  });
  assert.deepEqual(await needs("home/bin/mine"), { read: [], execute: ["home/bin/mine"] });
});

test("a virtual environment grants its packages and those of the interpreter that it was made from", async () => {
  const { needs } = machine({
    "home/.pyenv/versions/3.12/bin/python3.12": ELF,
    "home/.pyenv/versions/3.12/lib/python3.12/os.py": "",
    "home/.pyenv/versions/3.12/etc/secret": "",
    "home/app/.venv/bin/python": "-> TOP/home/.pyenv/versions/3.12/bin/python3.12",
    "home/app/.venv/pyvenv.cfg": "home = TOP/home/.pyenv/versions/3.12/bin\n",
    "home/app/.venv/lib/python3.12/site-packages/a.py": "",
    "home/app/.venv/.npmrc": "secret",
    "home/app/.venv/bin/tool": "#!TOP/home/app/.venv/bin/python\n",
  });
  const read = ["home/.pyenv/versions/3.12/lib", "home/app/.venv/lib", "home/app/.venv/pyvenv.cfg"];
  const python = ["home/.pyenv/versions/3.12/bin/python3.12", "home/.pyenv/versions/3.12/lib/python3.12"];
  assert.deepEqual(await needs("home/app/.venv/bin/python"), { read, execute: python });
  assert.deepEqual(await needs("home/app/.venv/bin/tool"), {
    read,
    execute: [...python, "home/app/.venv/bin/tool"],
  });
});

test("a shim grants what its manager keeps of programs, not its settings", async () => {
  const { needs } = machine({
    "home/.pyenv/shims/python3": "#!/usr/bin/env bash\n",
    "home/.pyenv/versions/3.12/bin/python3": ELF,
    "home/.pyenv/versions/3.12/.pypirc": "secret",
    "home/.pyenv/secrets/a": "secret",
    bash: ELF,
    "opt/nodenv/shims/node": "#!/usr/bin/env bash\n",
    "opt/nodenv/versions/20/bin/node": ELF,
    "opt/nodenv/token": "secret",
  });
  const elsewhere = ["opt/nodenv/shims", "opt/nodenv/versions"];
  const { read: places, execute } = await needs("opt/nodenv/shims/node");
  assert.deepEqual([places, execute.filter((path) => elsewhere.includes(path))], [elsewhere, elsewhere]);
  const { read } = await needs("home/.pyenv/shims/python3");
  assert.deepEqual(read, ["home/.pyenv/shims", "home/.pyenv/versions/3.12/bin"]);
});

test("elsewhere the prefix without its credentials, down to a few folders", async () => {
  const key = "-----BEGIN RSA PRIVATE KEY-----\n";
  const { needs } = machine({
    "opt/plain/bin/a": ELF,
    "opt/plain/lib/credentials.py": "code",
    "opt/plain/certs/authority.pem": "-----BEGIN CERTIFICATE-----\n",
    "opt/kept/bin/a": ELF,
    "opt/kept/etc/credentials.json": "secret",
    "opt/kept/etc/server.pem": key,
    "opt/kept/etc/a.conf": "",
    "opt/kept/.netrc": "secret",
  });
  assert.deepEqual((await needs("opt/plain/bin/a")).read, ["opt/plain"]);
  assert.deepEqual((await needs("opt/kept/bin/a")).read, ["opt/kept/bin", "opt/kept/etc/a.conf"]);
});

test("what is known of a program is forgotten when it changes, and a failure at once", async () => {
  const path = join(mkdtempSync(join(tmpdir(), "jig-needs-")), "tool");
  let found: string | undefined;
  const locate = async () => found ?? assert.fail("no handles left");
  const needsOf = knownNeeds({ home: undefined, locate });
  writeFileSync(path, "#!/usr/bin/env one\n");
  await assert.rejects(needsOf(path));
  found = "/bin/one";
  assert.ok((await needsOf(path)).execute.includes("/bin/one"));
  found = "/bin/two";
  assert.ok((await needsOf(path)).execute.includes("/bin/one"));
  rmSync(path);
  writeFileSync(path, "#!/usr/bin/env two\n");
  utimesSync(path, 1, 1);
  assert.ok((await needsOf(path)).execute.includes("/bin/two"));
});
