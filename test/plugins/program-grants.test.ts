/** Programs in the home folder get their libraries in the sandbox but no credentials. The trust prompt lists what's included. */
import assert from "node:assert/strict";
import { chmodSync, existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runJig, scratch } from "../jig.ts";
import { CONFINES } from "./hostile.ts";

const TOOL = `#!/bin/sh
cat >/dev/null
top=$(dirname "$(dirname "$0")")
for file in lib/tool.txt credentials.toml registry/index.txt lib/.netrc lib/.env lib/credentials-old.json lib/credentials.js; do
  if read -r line < "$top/$file"; then got="$got $line"; else got="$got refused"; fi 2>/dev/null
done
printf '{"value": "%s"}' "$got"
`;

test("reads its libraries; its neighbors and credentials stay closed", { skip: !CONFINES && "cannot confine" }, () => {
  const secret = { "credentials.toml": "secret\n", "registry/index.txt": "secret\n", "lib/.netrc": "secret\n" };
  const kept = { "lib/.env": "secret\n", "lib/credentials-old.json": "secret\n", "lib/credentials.js": "code\n" };
  const home = scratch(
    Object.fromEntries(
      Object.entries({ ...secret, ...kept, "bin/tool": TOOL, "lib/tool.txt": "library\n" }).map(([path, text]) => [
        `.cargo/${path}`,
        text,
      ]),
    ),
  );
  chmodSync(join(home, ".cargo/bin/tool"), 0o755);
  const tool = { title: "Try", description: "Tries.", effect: "read", input: { type: "object" } };
  const manifest = {
    ...{ host: "^1", name: "tried", version: "1.0.0", title: "Tried", description: "Runs a tool." },
    permissions: { run: ["tool"] },
    tools: { tried_do: { ...tool, handler: { command: ["tool"] } } },
  };
  const root = scratch({ ".jig/plugins/tried/plugin.json": JSON.stringify(manifest) });
  const env = { HOME: home, PATH: `${join(home, ".cargo/bin")}:/usr/bin:/bin` };
  const prompt = runJig(["plugin", "trust", "tried"], { cwd: root, env });
  assert.match(
    prompt.stdout,
    /! its processes may also read, to run tool \(.*\.cargo\/bin\/tool\):\n.*\/lib\/tool\.txt\n/,
  );
  assert.match(prompt.stdout, /! tool \(.*\.cargo\/bin\/tool\) is run by a shell: it may start any program/);
  const { stdout, stderr } = runJig(["call", "tried_do", "--as", "json", "--plugins", join(root, ".jig/plugins")], {
    cwd: root,
    env,
  });
  assert.ok(existsSync(join(home, ".cargo/credentials.toml")));
  assert.equal(stdout.trim(), '" library refused refused refused refused refused code"', stdout + stderr);
});
