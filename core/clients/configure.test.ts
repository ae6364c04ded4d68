/** Configuration of all clients: merged into existing files, read back in the documented format, and restored. */
import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { parse as parseJsonc } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import { parse as parseYaml } from "yaml";
import { placeThatRunsLater } from "../host/contract/runs-later.ts";
import type { Scope } from "./client.ts";
import { CLIENT_IDS, CLIENTS } from "./clients.ts";
import { configure } from "./configure.ts";
import { checkClients } from "./inspect.ts";
import { type SetupEnvironment, scriptIn } from "./setup-environment.ts";

interface TestPlace extends SetupEnvironment {
  root: string;
}

function place(extra: Partial<SetupEnvironment> = {}): TestPlace {
  const folder = mkdtempSync(join(tmpdir(), "jig-clients-"));
  const root = join(folder, "project");
  mkdirSync(root);
  return {
    root,
    home: join(folder, "home"),
    platform: "linux",
    environment: { PATH: "" },
    self: { command: process.execPath, args: [] },
    configFolder: join(folder, "config"),
    ...extra,
  } as TestPlace;
}

const fileOf = (client: string, scope: Scope, at: SetupEnvironment) => CLIENTS[client]!.files[scope]!(at);
const scopesOf = (client: string) => Object.keys(CLIENTS[client]!.files) as Scope[];

function put(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** The server's entry according to the client's documentation. */
// biome-ignore lint/suspicious/noExplicitAny: a test looks into foreign documents
function asDocumented(client: string, text: string): any {
  // Strict JSON unless the documentation says otherwise.
  if (client === "codex") return (parseToml(text) as Record<string, Record<string, unknown>>).mcp_servers!.jig;
  if (["opencode", "kilo", "crush"].includes(client)) return parseJsonc(text).mcp.jig;
  if (client === "goose") {
    const { cmd, ...entry } = parseYaml(text).extensions.jig;
    return cmd === undefined ? entry : { command: cmd, ...entry };
  }
  if (client === "amp") return JSON.parse(text)["amp.mcpServers"].jig;
  if (client === "vscode" || client === "visual-studio") return parseJsonc(text).servers.jig;
  if (client === "zed") return parseJsonc(text).context_servers.jig;
  if (client === "cline-cli") return JSON.parse(text).mcpServers.jig.transport;
  return JSON.parse(text).mcpServers.jig;
}

test("each client and scope: written where nothing was, read as documented, removed without a trace", () => {
  for (const client of CLIENT_IDS) {
    for (const scope of scopesOf(client)) {
      const at = place();
      const file = fileOf(client, scope, at);
      assert.equal(configure({ client, scope, action: "write" }, at).result, file);
      const entry = asDocumented(client, readFileSync(file, "utf8"));
      const line = client === "opencode" || client === "kilo" ? entry.command : [entry.command, ...entry.args];
      // Shared files don't contain local paths.
      const command = scope === "project" ? "jig" : process.execPath;
      assert.deepEqual(line.slice(0, 4), [command, "mcp", "--as", "text"], client);
      if (scope === "project") assert.doesNotMatch(readFileSync(file, "utf8"), /[/\\](home|Users|tmp|root)\b/);
      if (["claude-desktop", "windsurf", "cline", "antigravity"].includes(client))
        assert.deepEqual(line.slice(4), ["--root", at.root]);
      if (client === "vscode" || client === "cursor")
        assert.deepEqual(line.slice(4), ["--root", `\${workspaceFolder}`]);
      if (client === "vscode") assert.equal(entry.type, "stdio");
      if (client === "opencode") assert.deepEqual([entry.type, entry.enabled], ["local", true]);
      if (scope === "user" && process.platform !== "win32") assert.equal(statSync(file).mode & 0o077, 0);
      const again = configure({ client, scope, action: "write" }, at);
      assert.match(again.notices[0]!, /nothing was changed/);
      configure({ client, scope, action: "remove" }, at);
      assert.ok(!existsSync(file), `${client} ${scope}`);
      if (scope === "user") assert.ok(!existsSync(at.home), "folders made for the file are gone");
    }
  }
});

test("a project's file of any client is a place that runs later: no plugin writes there unasked", () => {
  for (const client of CLIENT_IDS.filter((id) => CLIENTS[id]!.files.project)) {
    const at = place();
    assert.ok(placeThatRunsLater(relative(at.root, fileOf(client, "project", at))), client);
  }
});

test("a server at a URL: written as each client documents it, the token only by the name of a variable", () => {
  const remote = { url: "https://jig.example/mcp", tokenEnv: "JIG_TOKEN" };
  const wanted: Record<string, [key: string, value: string]> = {
    claude: ["url", `Bearer \${JIG_TOKEN}`],
    cursor: ["url", `Bearer \${env:JIG_TOKEN}`],
    vscode: ["url", `Bearer \${env:JIG_TOKEN}`],
    codex: ["url", "JIG_TOKEN"],
    gemini: ["httpUrl", "Bearer $JIG_TOKEN"],
    opencode: ["url", "Bearer {env:JIG_TOKEN}"],
    kilo: ["url", "Bearer {env:JIG_TOKEN}"],
    crush: ["url", "Bearer $JIG_TOKEN"],
    amp: ["url", `Bearer \${JIG_TOKEN}`],
    droid: ["url", `Bearer \${JIG_TOKEN}`],
    warp: ["url", `Bearer \${JIG_TOKEN}`],
    roo: ["url", `Bearer \${env:JIG_TOKEN}`],
    kiro: ["url", `Bearer \${JIG_TOKEN}`],
    goose: ["uri", `Bearer \${JIG_TOKEN}`],
    antigravity: ["serverUrl", `Bearer \${JIG_TOKEN}`],
    continue: ["url", `Bearer \${{ secrets.JIG_TOKEN }}`],
  };
  for (const [client, [key, token]] of Object.entries(wanted)) {
    const at = place();
    const scope = scopesOf(client)[0]!;
    const file = fileOf(client, scope, at);
    // Replaces a local entry completely.
    configure({ client, scope, action: "write" }, at);
    configure({ client, scope, action: "write", remote }, at);
    const entry = asDocumented(client, readFileSync(file, "utf8"));
    assert.equal(entry[key], remote.url, client);
    assert.ok(!("command" in entry) && !("args" in entry), client);
    assert.equal(entry.bearer_token_env_var ?? entry.headers.Authorization, token);
    assert.ok(checkClients(at).some(({ state, detail }) => state === "ok" && detail.includes(remote.url)));
    configure({ client, scope, action: "write" }, at);
    assert.ok(!(key in asDocumented(client, readFileSync(file, "utf8"))), client);
    configure({ client, scope, action: "remove" }, at);
    assert.ok(!existsSync(file), client);
  }
  assert.throws(() => configure({ client: "claude-desktop", action: "show", remote }, place()), /cannot hold a URL/);
  assert.throws(() => configure({ client: "claude", action: "show", remote: { url: "file:///x" } }, place()), /--url/);
});

const JSON_BEFORE = `{
\t// mine
\t"theme": "dark", /* stays */
\t"mcpServers": { "other": { "command": "x", "args": ["mcp"] } },
\t"servers": { "other": { "type": "stdio", "command": "x" } },
\t"mcp": { "other": { "type": "local", "command": ["x"] }, },
\t"context_servers": { "other": { "command": "x" } },
\t"amp.mcpServers": { "other": { "command": "x" } },
\t"last": [1,2 , 3]
}
`;
const TOML_BEFORE = `# mine
model = "m"   # stays

[mcp_servers.other]
command = "x"
args = [
  "a",   # first
]

# about the profiles
[profiles.fast]
when = 2026-01-02T03:04:05Z
`;

const YAML_BEFORE = `# mine
GOOSE_MODEL: m   # stays

extensions:
  other:
    cmd: x
    args: [a,  b] # first

# about the mode
GOOSE_MODE: 'auto'
`;
const BEFORE = { json: JSON_BEFORE, toml: TOML_BEFORE, yaml: YAML_BEFORE };
const PARSE = {
  json: (text: string) => parseJsonc(text),
  toml: (text: string) => parseToml(text) as Record<string, unknown>,
  yaml: (text: string) => parseYaml(text),
};

test("what is there keeps its comments, order and spacing, and removing gives back the same bytes", () => {
  for (const client of CLIENT_IDS) {
    for (const end of ["\n", "\r\n"]) {
      for (const mark of ["", "\uFEFF"]) {
        const at = place();
        const scope = scopesOf(client)[0]!;
        const file = fileOf(client, scope, at);
        const before = mark + BEFORE[CLIENTS[client]!.format].replaceAll("\n", end);
        put(file, before);
        const { notices } = configure({ client, action: "write" }, at);
        const copy = /kept in (.*)$/.exec(notices[0]!)![1]!;
        assert.equal(readFileSync(copy, "utf8"), before);
        if (process.platform !== "win32") assert.equal(statSync(copy).mode & 0o777, 0o600);
        const after = readFileSync(file, "utf8");
        assert.ok(after.startsWith(mark));
        if (end === "\r\n") assert.doesNotMatch(after, /[^\r]\n/, client);
        for (const line of before.split(end)) {
          // Only the line with the server list may change.
          if (!/"((?:amp\.)?mcpServers|servers|mcp|context_servers)"/.test(line))
            assert.ok(after.includes(line), `${client}: ${line}`);
        }
        const text = after.slice(mark.length);
        const document = PARSE[CLIENTS[client]!.format](text);
        const servers = CLIENTS[client]!.servers({})[0]!;
        assert.deepEqual(Object.keys(document[servers] as object), ["other", "jig"]);
        configure({ client, action: "remove" }, at);
        assert.equal(readFileSync(file, "utf8"), before, client);
      }
    }
  }
});

test("an entry comes on lines of its own: nothing beside it is laid out anew, comments stay with theirs", () => {
  const at = place();
  const file = fileOf("vscode", "project", at);
  for (const [comma, end] of [
    ["", "\n"],
    [",", "\r\n"],
  ] as const) {
    const lines = [
      "{",
      "\t// ours",
      '\t"servers": {',
      `\t\t"a": {"command":"b"}${comma} // the old one`,
      "\t}",
      "}",
      "",
    ];
    put(file, lines.join(end));
    configure({ client: "vscode", action: "write" }, at);
    const after = readFileSync(file, "utf8").split(end);
    assert.deepEqual(after.slice(0, 3), lines.slice(0, 3));
    assert.equal(after[3], '\t\t"a": {"command":"b"}, // the old one');
    assert.equal(after[4], '\t\t"jig": {');
    assert.deepEqual(after.slice(-4), [`\t\t}${comma}`, ...lines.slice(-3)]);
  }
});

test("a change made since is kept, only the entry goes", () => {
  for (const client of CLIENT_IDS) {
    const at = place();
    const file = fileOf(client, scopesOf(client)[0]!, at);
    put(file, BEFORE[CLIENTS[client]!.format]);
    configure({ client, action: "write" }, at);
    const changed = readFileSync(file, "utf8").replace("mine", "mine, and changed since");
    put(file, changed);
    configure({ client, action: "remove" }, at);
    const after = readFileSync(file, "utf8");
    assert.match(after, /changed since/);
    assert.doesNotMatch(after, /jig/);
    const document = PARSE[CLIENTS[client]!.format](after);
    const servers = CLIENTS[client]!.servers({})[0]!;
    assert.deepEqual(Object.keys(document[servers] as object), ["other"]);
    assert.match(configure({ client, action: "remove" }, at).notices[0]!, /not configured/);
  }
});

test("an entry that is there keeps the user's own words; the command is corrected", () => {
  const at = place();
  put(
    join(at.root, ".mcp.json"),
    '{"mcpServers":{"jig":{"command":"/old/jig","args":["mcp","--read-only"],"env":{"A":"1"}}}}',
  );
  configure({ client: "claude", action: "write" }, at);
  const entry = asDocumented("claude", readFileSync(join(at.root, ".mcp.json"), "utf8"));
  assert.deepEqual(entry, {
    command: "jig",
    args: ["mcp", "--read-only"],
    env: { A: "1" },
    type: "stdio",
  });
  const codex = fileOf("codex", "user", at);
  put(
    codex,
    '[mcp_servers.jig] # ours\ncommand = "/old/jig"\nargs = ["mcp", "--read-only"]\nenabled_tools = ["a"]\n\n[mcp_servers.jig.env]\nA = "1"\n',
  );
  configure({ client: "codex", action: "write" }, at);
  assert.deepEqual(structuredClone(asDocumented("codex", readFileSync(codex, "utf8"))), {
    command: process.execPath,
    args: ["mcp", "--read-only"],
    enabled_tools: ["a"],
    env: { A: "1" },
    tool_timeout_sec: 600,
  });
  assert.match(readFileSync(codex, "utf8"), /# ours/);
});

test("opencode's second format is followed where the file uses it", () => {
  const at = place();
  put(join(at.root, "opencode.jsonc"), '{ "mcp": { "servers": { "other": { "type": "local", "command": ["x"] } } } }');
  configure({ client: "opencode", action: "write" }, at);
  const { mcp } = parseJsonc(readFileSync(join(at.root, "opencode.jsonc"), "utf8"));
  assert.deepEqual(Object.keys(mcp.servers), ["other", "jig"]);
  assert.ok(!existsSync(join(at.root, "opencode.json")));
});

test("a link stays a link, and rights stay", () => {
  const at = place();
  const real = join(at.root, "dotfiles.json");
  writeFileSync(real, "{}\n", { mode: 0o640 });
  mkdirSync(join(at.home, ".cursor"), { recursive: true });
  symlinkSync(real, join(at.home, ".cursor", "mcp.json"));
  configure({ client: "cursor", scope: "user", action: "write" }, at);
  assert.match(readFileSync(real, "utf8"), /jig/);
  assert.equal(statSync(real).mode & 0o777, 0o640);
  configure({ client: "cursor", scope: "user", action: "remove" }, at);
  assert.equal(readFileSync(real, "utf8"), "{}\n");
});

test("what cannot be changed safely is refused and left as it is", () => {
  const cases: [client: string, text: string, message: RegExp][] = [
    ["claude", '{"mcpServers": {', /:1:\d+ is not JSON/],
    ["claude", "[]", /does not contain a JSON object/],
    ["claude", '{"mcpServers": []}', /"mcpServers" in .* is a list, not an object/],
    ["claude", '{"mcpServers": null}', /"mcpServers" in .* is null, not an object/],
    ["goose", 'extensions: "x"\n', /"extensions" in .* is "x", not an object/],
    ["goose", "extensions:\n  - a\n", /"extensions" in .* is a list, not an object/],
    ["codex", 'mcp_servers = "x"\n', /"mcp_servers" in .* is "x", not an object/],
    ["claude", `{"a": ${"[".repeat(20_000)}${"]".repeat(20_000)}}`, /nested too deep|is not JSON/],
    ["codex", `a = ${"[".repeat(20_000)}${"]".repeat(20_000)}\n`, /nested too deep|is not TOML/],
    ["goose", `a: ${"[".repeat(20_000)}${"]".repeat(20_000)}\n`, /nested too deep|is not YAML/],
    ["codex", "model = \n", /:1:\d+ is not TOML/],
    ["codex", 'mcp_servers = { other = { command = "x" } }\n', /cannot be changed safely/],
    ["codex", 'mcp_servers.jig.command = "x"\n', /cannot be changed safely/],
    ["codex", 'note = """\n[mcp_servers.jig]\n"""\n[mcp_servers]\njig.command = "x"\n', /cannot be changed safely/],
    ["claude", "\u0000\uD800", /not JSON/],
  ];
  for (const [client, text, message] of cases) {
    const at = place();
    const file = fileOf(client, scopesOf(client)[0]!, at);
    put(file, text);
    const before = readFileSync(file);
    assert.throws(() => configure({ client, action: "write" }, at), { code: "INVALID_ARGUMENT", message }, text);
    assert.deepEqual(readFileSync(file), before);
  }
  const at = place();
  put(join(at.root, ".mcp.json"), "");
  writeFileSync(join(at.root, ".mcp.json"), Buffer.from([0x7b, 0xff, 0x7d]));
  assert.throws(() => configure({ client: "claude", action: "write" }, at), /not UTF-8/);
});

test("a comment beside a changed value stays", () => {
  const at = place();
  const file = fileOf("codex", "user", at);
  const text = '[mcp_servers.jig]\ncommand = "old#er" # mine "and" yours\nargs = ["mcp", "--root", \'#x\']# kept\n';
  put(file, text);
  configure({ client: "codex", scope: "user", action: "write" }, at);
  const written = readFileSync(file, "utf8");
  assert.match(written, /^command = "(?!old).*" # mine "and" yours$/m);
  assert.match(written, /^args = .*# kept$/m);
  configure({ client: "codex", scope: "user", action: "remove" }, at);
  assert.equal(readFileSync(file, "utf8"), text);
});

test("wrong words say what to write", () => {
  const at = place();
  assert.throws(() => configure({ client: "emacs", action: "show" }, at), /Unknown client "emacs"/);
  assert.throws(() => configure({ client: "constructor", action: "show" }, at), /Unknown client/);
  assert.throws(() => configure({ client: "claude-desktop", scope: "project", action: "show" }, at), /no project/);
  assert.throws(
    () => configure({ client: "claude", action: "write" }, { ...at, root: undefined }),
    /There is no project to configure here/,
  );
});

test("a link on the PATH is preferred to the file behind it, and shared files name no machine's folder", () => {
  const at = place();
  const bin = join(at.home, "bin");
  mkdirSync(bin, { recursive: true });
  symlinkSync(process.execPath, join(bin, "jig"));
  const linked = { ...at, environment: { PATH: bin } };
  const commandOf = (client: string, scope: Scope) =>
    JSON.parse(configure({ client, scope, action: "show" }, linked).result).mcpServers.jig.command;
  assert.equal(commandOf("claude", "project"), "jig");
  assert.equal(commandOf("claude", "user"), join(bin, "jig"));
  assert.equal(commandOf("cursor", "project"), "jig");
  const noticesOf = (scope: Scope, where: SetupEnvironment) =>
    configure({ client: "claude", scope, action: "show" }, where).notices.join("\n");
  assert.doesNotMatch(noticesOf("project", linked), /PATH/);
  assert.match(noticesOf("project", at), /jig is not on your PATH/);
  assert.doesNotMatch(noticesOf("user", at), /PATH/);
});

/** npm's global folder: the main package, with the platform package inside or next to it. */
function npmPlace(nested: boolean, at: TestPlace): { modules: string; program: string; shim: string } {
  const modules = join(at.home, "lib", "node_modules");
  const own = join(modules, "@owner", "jig");
  const program = join(nested ? join(own, "node_modules") : modules, "@owner", "jig-linux-x64", "bin", "jig");
  put(program, "program");
  put(join(own, "bin", "jig.cjs"), "#!/usr/bin/env node");
  return { modules, program, shim: join(own, "bin", "jig.cjs") };
}

test("after npm's install a client starts the link that npm made, not the file of one version", () => {
  for (const nested of [true, false]) {
    const at = place();
    const { program, shim } = npmPlace(nested, at);
    const bin = join(at.home, "bin");
    mkdirSync(bin, { recursive: true });
    symlinkSync(shim, join(bin, "jig"));
    const here = { ...at, environment: { PATH: bin }, self: { command: realpathSync.native(program), args: [] } };
    const commandOf = (where: SetupEnvironment) =>
      JSON.parse(configure({ client: "cursor", scope: "user", action: "show" }, where).result).mcpServers.jig.command;
    assert.equal(commandOf(here), join(bin, "jig"), `nested: ${nested}`);
    // A script of the same name from another program.
    put(join(at.home, "other", "bin", "jig.cjs"), "");
    put(join(at.home, "elsewhere", "jig"), "program");
    const other = { ...here, self: { command: realpathSync.native(join(at.home, "elsewhere", "jig")), args: [] } };
    assert.equal(commandOf(other), other.self.command);
  }
});

test("doctor tells which clients know jig and whether they could start it", () => {
  const at = place();
  assert.deepEqual(checkClients(at), []);
  configure({ client: "claude", action: "write" }, at);
  assert.match(checkClients(at)[0]!.detail, /starts "jig", which cannot be run/);
  const bin = join(at.home, "bin");
  mkdirSync(bin, { recursive: true });
  symlinkSync(process.execPath, join(bin, "jig"));
  at.environment = { PATH: bin };
  put(fileOf("gemini", "project", at), "{}");
  put(fileOf("cursor", "project", at), '{"mcpServers":{"jig":{"command":"/nowhere/jig","args":["mcp"]}}}');
  put(fileOf("vscode", "project", at), "{");
  assert.deepEqual(
    checkClients(at).map(({ what, state }) => [what, state]),
    [
      ["client claude (project)", "ok"],
      ["client gemini (project)", "off"],
      ["client cursor (project)", "error"],
      ["client vscode (project)", "warning"],
    ],
  );
  assert.ok(checkClients(at).every(({ state, fix }) => state === "ok" || fix));
  const words = (...args: string[]) => {
    const entry = { command: at.self.command, args };
    put(fileOf("gemini", "project", at), JSON.stringify({ mcpServers: { jig: entry } }));
    return checkClients(at).find(({ what }) => what.includes("gemini"))!;
  };
  assert.match(words("mpc").detail, /"mcp" is missing/);
  assert.match(words("mcp", "--root", "/nowhere/at/all").detail, /root \/nowhere\/at\/all, which does not exist/);
  assert.equal(words("mcp", "--root", `\${workspaceFolder}`).state, "ok");
});

test("the script behind npm's jig.cmd is read from it", () => {
  const lines = [
    "@ECHO off",
    "GOTO start",
    ":find_dp0",
    "SET dp0=%~dp0",
    "EXIT /b",
    ":start",
    "SETLOCAL",
    "CALL :find_dp0",
    'endLocal & goto #_undefined_# 2>NUL || title %COMSPEC% & "%_prog%"  "%dp0%\\node_modules\\@owner\\jig\\bin\\jig.cjs" %*',
  ];
  assert.equal(scriptIn(lines.join("\r\n")), "node_modules\\@owner\\jig\\bin\\jig.cjs");
  assert.equal(scriptIn('@"%~dp0\\..\\jig\\jig.exe" %*'), undefined);
});

test("install links carry the entry that the client's file would have", () => {
  const at = place();
  const links = Object.entries(CLIENTS).flatMap(([id, client]) => {
    const entry = client.entry(at, "project");
    const link = client.link?.(entry);
    return link ? [{ id, entry, ...link }] : [];
  });
  assert.deepEqual(links.map(({ id }) => id).sort(), ["cursor", "vscode"]);
  for (const { id, entry, scheme, page } of links) {
    const config = new URL(page).searchParams.get("config") ?? "";
    const read = JSON.parse(id === "cursor" ? Buffer.from(config, "base64").toString() : config);
    assert.deepEqual([read.command, read.args], [entry.command, entry.args], id);
    assert.equal(new URL(page).searchParams.get("name"), "jig");
    const inScheme =
      id === "cursor"
        ? Buffer.from(new URL(scheme).searchParams.get("config") ?? "", "base64").toString()
        : decodeURIComponent(scheme.slice(scheme.indexOf("?") + 1));
    assert.deepEqual(JSON.parse(inScheme).args, entry.args, id);
  }
});
