/** What check, build and calls say of an author's faults, and all templates. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fresh } from "./fresh-user.ts";
import { has, WITH_DENO, WITHOUT_DENO } from "./paths.ts";

/** Uses the API in its own process. */
const KIT_HANDLER = `import { didYouMean, isObject, JigError, textOf } from "./jig.js";
import type { Handler } from "./jig.d.ts";

const handler: Handler = async ({ who, file }, context) => {
  if (who !== "nobody") return { value: [isObject({}), isObject([]), textOf({ a: 1 }), didYouMean("serach", ["search"]) ?? null] };
  const error = new JigError("PERMISSION_DENIED", "Nobody is not greeted", { hint: "Greet somebody" });
  if (!(error instanceof Error) || error.advice !== "Nobody is not greeted. Greet somebody") return { value: null };
  throw error;
};

export default handler;
`;

for (const [setting, path] of [
  ["with Deno", WITH_DENO],
  ["without", WITHOUT_DENO],
] as const) {
  test(`jig.js gives a plugin's process the values that built-ins import, ${setting}`, () => {
    const { cwd, jig } = fresh(path);
    jig("plugin", "new", "hello");
    writeFileSync(join(cwd, "hello", "hello.ts"), KIT_HANDLER);
    const call = (who: string) => {
      const words = ["--file", "notes.txt", "--who", who, "--plugins", "hello", "--as", "json"];
      const { stdout, stderr } = jig("call", "hello", ...words);
      assert.notEqual(stdout, "", stderr);
      return JSON.parse(stdout);
    };
    assert.deepEqual(call("world"), [true, false, '{"a":1}', "search"]);
    const { code, error } = call("nobody");
    assert.deepEqual([code, error], ["PERMISSION_DENIED", "Nobody is not greeted. Greet somebody"]);
  });
}

test("python and shell templates; names and folders that cannot be are refused", () => {
  const { jig } = fresh();
  assert.equal(jig("plugin", "new", "py-hello", "--template", "python").code, 0);
  if (has("python3")) assert.match(jig("plugin", "test", "py-hello").stdout, /1 of 1 examples passed/);
  assert.equal(jig("plugin", "new", "sh-hello", "--template", "shell").code, 0);
  if (has("jq")) {
    assert.match(jig("plugin", "test", "sh-hello").stdout, /1 of 1 examples passed/);
    const told = (file: string, who = "x") =>
      jig("call", "sh_hello", "--file", file, "--who", who, "--plugins", "sh-hello").stdout;
    assert.match(told(`${"../".repeat(16)}etc/hosts`), /outside the workspace/);
    assert.match(told("-nope"), /-nope does not exist/);
    assert.match(told("sh-hello/plugin.json", "$(id) 'a' `b` \"c\" $HOME"), /Hello, \$\(id\) 'a' `b` \\"c\\" \$HOME!/);
  }
  assert.equal(jig("plugin", "new", "py-hello").code, 2);
  assert.equal(jig("plugin", "new", "Bad Name").code, 2);
  assert.match(
    jig("plugin", "new", "x", "--template", "cobol").stderr,
    /Known: ts, python, framed, shell, go, framed-go, rust, framed-rust, language/,
  );
  assert.equal(jig("plugin", "new").code, 2);
  assert.match(jig("plugin", "nwe").stderr, /Did you mean `jig plugin new`\?/);
  assert.match(jig("plugin", "xyzzy").stderr, /Known: new/);
});

test("a module without a default export is named by check and build", () => {
  const { cwd, jig } = fresh();
  jig("plugin", "new", "hello");
  const handler = join(cwd, "hello", "hello.ts");
  const source = join(cwd, "hello", "plugin.ts");
  for (const path of [handler, source])
    writeFileSync(path, readFileSync(path, "utf8").replace("export default", "export const it ="));
  const { code, stdout } = jig("plugin", "check", "hello");
  assert.equal(code, 1);
  assert.match(stdout, /error: hello\.ts: has no default export\. Write `export default async \(input, context\)/);
  assert.match(
    stdout,
    /error: plugin\.ts: has no default export\. Write `export default \{…\} satisfies PluginSource`/,
  );
  assert.match(jig("plugin", "build", "hello").stderr, /plugin\.ts: has no default export/);
});

test("a plugin that cannot be loaded says so at the call, also where a folder has its name", () => {
  const { cwd, jig } = fresh();
  jig("plugin", "new", "hello", "--template", "shell");
  const path = join(cwd, "hello", "plugin.json");
  const good = readFileSync(path, "utf8");
  writeFileSync(path, good.replace('"host"', '"hots"'));
  for (const words of [["call", "hello"], ["hello"]]) {
    const { code, stdout, stderr } = jig(...words, "--plugins", "hello");
    assert.deepEqual([code, stdout], [2, ""], words.join(" "));
    assert.match(stderr, /The plugin "hello" is not loaded: .*hots.*jig plugin check/);
  }
  assert.match(jig("plugin", "list", "--plugins", "hello").stdout, /^hello {2}unavailable$/m);
  assert.ok(Array.isArray(JSON.parse(jig("plugin", "list", "--json").stdout)));
  // The others of its tools are there if one has a name that is taken.
  const { tools, ...rest } = JSON.parse(good);
  writeFileSync(path, JSON.stringify({ ...rest, tools: { ...tools, search_content: tools.hello } }));
  assert.match(
    jig("plugin", "check", "hello").stdout,
    /error: tools\.search_content: has the same name as a tool of plugin/,
  );
  assert.equal(jig("call", "hello", "--file", "hello/plugin.json", "--plugins", "hello").code, 0);
  assert.match(jig("plugin", "new", "search").stderr, /"search" is a built-in plugin/);
  assert.match(jig("plugin", "new", "search-content").stderr, /is the tool "search_content" of the plugin "search"/);
  assert.match(jig("plugin", "new", "plugin").stderr, /"plugin" is a subcommand of jig/);
});

test("a framed plugin: the template works, and what its author did wrong is said", () => {
  const { cwd, jig } = fresh();
  const path = join(cwd, "hello", "hello.py");
  assert.equal(jig("plugin", "new", "hello", "--template", "framed").code, 0);
  const good = readFileSync(path, "utf8");
  const call = () => jig("call", "hello", "--file", "hello/plugin.json", "--plugins", "hello");
  assert.equal(call().code, 0);
  const wrong: [string, string, RegExp][] = [
    ['"files.readText", given["file"]', '"files.sweep", "src"', /files\.sweep: \\"options\\" must be an object/],
    ['send({"type": "ready"})', 'raise SystemError("no config")', /details.*SystemError: no config/],
    ['"type": "progress"', '"type": "progres"', /A message was dropped: it has the type "progres"/],
    [
      '"answer", "id": call, "value"',
      '"answer", "id": call + 700, "value"',
      /answered the call 7\d\d, which was never made/,
    ],
    ['"answer", "id": call, "value"', '"answer", "id": str(call), "value"', /an answer needs a number as \\"id\\"/],
    ["lines = ask(", 'open("x", "w"); lines = ask(', /The tool may not write: give it/],
    ["lines = ask(", "lines = aks(", /Traceback[\s\S]*line \d+, in greet/],
    ["lines = ask(", 'raise Failure({"message": __import__("os").environ["JIG_ROOT"]}); ask(', new RegExp(`"${cwd}"`)],
  ];
  for (const [before, after, message] of wrong) {
    writeFileSync(path, good.replace(before, after));
    const { stdout, stderr } = call();
    assert.match(stdout + stderr, message, after);
  }
});

test("a golden answer of a plan has no plan id", { skip: !has("python3") }, () => {
  const { cwd, jig } = fresh();
  jig("plugin", "new", "hello", "--template", "python");
  const path = join(cwd, "hello", "plugin.json");
  const manifest = JSON.parse(readFileSync(path, "utf8"));
  const { output: _, ...tool } = manifest.tools.hello;
  manifest.tools.hello = { ...tool, plan: true };
  writeFileSync(path, JSON.stringify(manifest));
  const handler = (text: string) =>
    writeFileSync(
      join(cwd, "hello", "hello.py"),
      `import json\nprint(json.dumps({"plan": {"title": "Add", "files": [{"path": "new.txt", "text": "${text}"}]}}))\n`,
    );
  handler("one");
  assert.match(jig("plugin", "test", "hello", "--update").stdout, /1 of 1 examples passed/);
  assert.match(jig("plugin", "test", "hello").stdout, /1 of 1 examples passed/);
  handler("two");
  assert.match(jig("plugin", "test", "hello").stdout, /0 of 1 examples passed/);
});

test("a module with several faults of syntax is told at the call with the first line", () => {
  const { cwd, jig } = fresh();
  jig("plugin", "new", "hello");
  const path = join(cwd, "hello", "hello.ts");
  writeFileSync(path, readFileSync(path, "utf8").replace("const handler:", "consst handler:"));
  const { stdout, stderr } = jig("call", "hello", "--file", "hello/README.md", "--plugins", "hello");
  assert.match(stdout + stderr, /cannot be loaded: .*hello\.ts:7:\d+/);
});

test("check says at once that plugin.json is not what plugin.ts makes", () => {
  const { cwd, jig } = fresh();
  jig("plugin", "new", "hello");
  const source = join(cwd, "hello", "plugin.ts");
  writeFileSync(source, readFileSync(source, "utf8").replace('title: "Hello"', 'title: "Good day"'));
  assert.match(jig("plugin", "check", "hello").stdout, /warning: plugin\.json: is out of date with plugin\.ts/);
  jig("plugin", "build", "hello");
  assert.match(jig("plugin", "check", "hello").stdout, /^0 errors, 0 warnings/m);
});

test("a handler file that is not there is named by build and by check", () => {
  const { cwd, jig } = fresh();
  jig("plugin", "new", "hello");
  const source = join(cwd, "hello", "plugin.ts");
  const text = readFileSync(source, "utf8");
  const [, handler = ""] = /handler: "(\.\/[^"]+)"/.exec(text) ?? [];
  writeFileSync(source, text.replace(handler, "./baar.ts"));
  const fault = /tools\.hello\.handler: names \.\/baar\.ts, which does not exist/;
  const { code, stderr } = jig("plugin", "build", "hello");
  assert.equal(code, 2);
  assert.match(stderr, fault);
  assert.doesNotMatch(stderr, /ModuleNotFound/);
  const checked = jig("plugin", "check", "hello");
  assert.match(checked.stdout, fault);
  assert.match(checked.stdout, /^1 error, /m);
});
