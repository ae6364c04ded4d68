/** Slow authoring tests: `plugin dev`, `plugin test` and `plugin build`. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { packed } from "../../core/authoring/pack.ts";
import { contentHash } from "../../core/host/frontend-api.ts";
import { startJig, TOP } from "../jig.ts";
import { McpProcess } from "../mcp/mcp-process.ts";
import { fresh } from "./fresh-user.ts";
import { has } from "./paths.ts";

test("what new writes passes the strict type checker, and wrong use of the input does not", () => {
  const { cwd, jig } = fresh();
  jig("plugin", "new", "hello");
  const folder = join(cwd, "hello");
  const check = () => {
    const flags = [
      "--noEmit",
      "--strict",
      "--target",
      "esnext",
      "--module",
      "preserve",
      "--allowImportingTsExtensions",
    ];
    try {
      execFileSync(
        join(TOP, "node_modules", ".bin", "tsc"),
        [...flags, "--exactOptionalPropertyTypes", "hello.ts", "jig.d.ts"],
        {
          cwd: folder,
          encoding: "utf8",
          stdio: "pipe",
        },
      );
      return "";
    } catch (error) {
      return String((error as { stdout: string }).stdout);
    }
  };
  assert.equal(check(), "");
  const handler = join(folder, "hello.ts");
  writeFileSync(handler, readFileSync(handler, "utf8").replace("{ who, file }", "{ whom, file }"));
  assert.match(check(), /Property 'whom' does not exist/);
});

test("test compares with golden answers and shows the difference; --update takes them over", () => {
  const { cwd, jig } = fresh();
  jig("plugin", "new", "hello");
  writeFileSync(join(cwd, "hello", "test", "workspace", "notes.txt"), "one\ntwo\nthree\n");
  const { code, stdout } = jig("plugin", "test", "hello");
  assert.equal(code, 1);
  assert.match(stdout, /- {3}"lines": 2\n\+ {3}"lines": 3/);
  assert.equal(jig("plugin", "test", "hello", "--update").code, 0);
  const again = jig("plugin", "test", "hello");
  assert.equal(again.code, 0);
  assert.doesNotMatch(again.stdout, /not in test\/golden/);
  rmSync(join(cwd, "hello", "test", "golden"), { recursive: true });
  const without = jig("plugin", "test", "hello");
  assert.equal(without.code, 1);
  assert.match(without.stdout, /1 answer not in test\/golden: `jig plugin test hello --update` records it/);
});

test("build runs plugin.ts without any permission and names its faults", () => {
  const { cwd, jig } = fresh();
  jig("plugin", "new", "hello");
  const path = join(cwd, "hello", "plugin.ts");
  const good = readFileSync(path, "utf8");
  writeFileSync(path, good.replace('effect: "read"', 'effect: "maybe"'));
  assert.match(jig("plugin", "build", "hello").stderr, /tools\.hello\.effect: must be one of/);
  writeFileSync(path, `import { readFileSync } from "node:fs";\nreadFileSync("/etc/passwd");\n${good}`);
  assert.match(jig("plugin", "build", "hello").stderr, /NotCapable|Requires read access/);
  writeFileSync(path, good.replace('"Hello"', '"Good day"'));
  assert.equal(jig("plugin", "build", "hello").code, 0);
  assert.match(readFileSync(join(cwd, "hello", "plugin.json"), "utf8"), /Good day/);
});

test("dev: a save reaches an open MCP session, with list_changed where the list changed", async () => {
  const { cwd, env, jig } = fresh();
  jig("plugin", "new", "hello");
  const folder = join(cwd, "hello");
  const mcp = new McpProcess(["--plugins", "hello"], { cwd, env });
  await mcp.initialize();
  const ask = async (id: number) => (await mcp.call(id, "hello", { file: "notes.txt" })).result.content[0].text;
  assert.match(await ask(1), /Hello, world/);
  const dev = startJig(["plugin", "dev", "hello"], { cwd, env });
  let said = "";
  dev.stdout.on("data", (text) => (said += text));
  const reloads = (count: number) => waitFor(() => said.split("was reloaded").length > count);
  await reloads(1);
  writeFileSync(
    join(folder, "hello.ts"),
    readFileSync(join(folder, "hello.ts"), "utf8").replace("Hello, ", "Good day, "),
  );
  await reloads(2);
  await waitFor(async () => /Good day, world/.test(await ask(Math.random())));
  writeFileSync(
    join(folder, "plugin.ts"),
    readFileSync(join(folder, "plugin.ts"), "utf8").replaceAll("Greets someone", "Welcomes someone"),
  );
  await mcp.next((message) => message.method === "notifications/tools/list_changed");
  const { result } = await mcp.ask("list", "tools/list");
  assert.match(JSON.stringify(result), /Welcomes someone/);
  // A broken save is reported, and `dev` keeps running.
  writeFileSync(join(folder, "plugin.ts"), "oh no");
  let complaint = "";
  dev.stderr.on("data", (text) => (complaint += text));
  await waitFor(() => complaint !== "");
  dev.kill("SIGINT");
  await new Promise((settle) => dev.on("exit", settle));
  mcp.child.stdin.end();
  assert.equal((await mcp.ended).code, 0);
});

async function waitFor(done: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (await done()) return;
    await new Promise((settle) => setTimeout(settle, 100));
  }
  throw new Error("It did not come");
}

// biome-ignore lint/suspicious/noExplicitAny: manifests and packs are broken on purpose
type Broken = any;

test("pack and install: one file, looked at, refused without a decision, tampering found out", () => {
  const { cwd, env, jig } = fresh();
  jig("plugin", "new", "hello");
  const [file, hash] = jig("plugin", "pack", "hello").stdout.trim().split("\n");
  assert.equal(file, join(cwd, "hello-0.1.0.jigplugin"));
  rmSync(join(cwd, "hello"), { recursive: true });
  assert.equal(jig("call", "hello", "--file", "notes.txt").code, 2);
  const refused = jig("plugin", "install", file!);
  assert.equal(refused.code, 1);
  assert.match(refused.stdout, /Permissions\n {2}read: workspace/);
  assert.equal(jig("plugin", "install", file!, "--hash", hash!).code, 0);
  assert.equal(jig("call", "hello", "--file", "notes.txt").code, 0);
  assert.ok(existsSync(join(env.XDG_CONFIG_HOME, "jig", "plugins", "hello", "plugin.json")));

  const content = JSON.parse(gunzipSync(readFileSync(file!)).toString());
  const tampered = (change: (content: Broken) => void) => {
    const copy = structuredClone(content);
    change(copy);
    writeFileSync(join(cwd, "bad.jigplugin"), gzipSync(JSON.stringify(copy)));
    return jig("plugin", "install", "bad.jigplugin", "--hash", hash!);
  };
  assert.match(tampered((c) => (c.files[0].base64 = "")).stderr, /does not match its hash/);
  assert.match(tampered((c) => (c.files[0].path = "../../evil")).stderr, /not a packed plugin/);
  assert.match(tampered((c) => (c.files[0].path = "/etc/evil")).stderr, /not a packed plugin/);
  const repacked = (files: Record<string, string>) => {
    const all = Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text), executable: false }));
    const sorted = all.sort((a, b) => (a.path < b.path ? -1 : 1));
    writeFileSync(join(cwd, "odd.jigplugin"), packed({ hash: contentHash(sorted), files: sorted }));
    return jig("plugin", "install", "odd.jigplugin", "--hash", contentHash(sorted));
  };
  const manifest = Buffer.from(
    content.files.find((each: Broken) => each.path === "plugin.json").base64,
    "base64",
  ).toString();
  assert.match(repacked({ a: "x" }).stderr, /it has no plugin\.json/);
  assert.match(
    repacked({ "plugin.json": manifest, a: "x", "a/b": "y" }).stderr,
    /it uses one path as both a file and a folder/,
  );
  assert.match(repacked({ "plugin.json": manifest.replace('"hello"', '"search"') }).stderr, /name of a built-in/);
  const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`f${at}`, ""]));
  assert.match(repacked({ "plugin.json": manifest, ...many }).stderr, /more than 10000 files/);
  writeFileSync(join(cwd, "bad.jigplugin"), "not gzip");
  assert.equal(jig("plugin", "install", "bad.jigplugin").code, 2);
});

const GO_BUILD = ["go build -C it -o bin/it ."];
const RUST_BUILD = [
  "cargo build --release --manifest-path it/Cargo.toml",
  "mkdir -p it/bin",
  "cp it/target/release/it it/bin/",
];

for (const [template, program, ...build] of [
  ["go", "go", ...GO_BUILD],
  ["framed-go", "go", ...GO_BUILD],
  ["rust", "cargo", ...RUST_BUILD],
  ["framed-rust", "cargo", ...RUST_BUILD],
] as const) {
  const skip = has(program) ? false : `there is no ${program}`;
  test(`the ${template} template is built as it says, tested, served and packed`, { skip }, (t) => {
    const { cwd, jig } = fresh();
    const said = jig("plugin", "new", "it", "--template", template).stdout;
    for (const line of build) {
      assert.ok(said.includes(line), `${said} does not say ${line}`);
      const [command = "", ...words] = line.split(" ");
      try {
        execFileSync(command, words, { cwd, stdio: "pipe" });
      } catch (error) {
        // No toolchain in this home, or no network for the crate.
        const why = String((error as { stderr?: Buffer }).stderr);
        if (!/rustup|toolchain|network|download|registry|resolve host/i.test(why)) throw error;
        return t.skip(`${program} cannot build here: ${why.split("\n")[0]}`);
      }
    }
    assert.match(jig("plugin", "test", "it").stdout, /1 of 1 examples passed/);
    assert.match(
      jig("plugin", "check", "it").stdout,
      /^(?:note: the syntax of .* was not checked: .+\n)?0 errors, 0 warnings\n$/,
    );
    const outside = jig("call", "it", "--file", `${"../".repeat(16)}etc/hosts`, "--plugins", "it");
    assert.deepEqual([outside.code, JSON.parse(outside.stdout).success], [1, false]);
    jig("plugin", "pack", "it");
    const pack = JSON.parse(gunzipSync(readFileSync(join(cwd, "it-0.1.0.jigplugin"))).toString());
    const paths = pack.files.map(({ path }: { path: string }) => path);
    assert.ok(paths.includes("bin/it"));
    assert.deepEqual(
      paths.filter((path: string) => path.startsWith("target/")),
      [],
    );
  });
}
