/**
 * Tests jig with real clients, each with its own home folder and a fake model, and updates docs/clients.md: `bun
 * test/clients/try-clients.ts [claude …]`, with dist/jig built. `JIG_CLIENTS` is a folder where npm has installed them; by default
 * they're installed to a temporary folder. `JIG_CLIENTS_LINES=short` (or `wide`) uses short lines (or three-byte characters) in the
 * long answer, as some clients count those. Clients that can't be installed or started are skipped with a message.
 */
import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type PlannedCall, StandInModel } from "./stand-in-model.ts";
import { SUBJECTS, type Subject } from "./subjects.ts";
import { rowOf, type Tried, writeTable } from "./table.ts";

const TOP = fileURLToPath(new URL("../..", import.meta.url));
const JIG = process.env.JIG_BINARY ?? join(TOP, "dist", "jig");
const LONG_MS = 120_000;

function plan(root: string): PlannedCall[] {
  const slow = { query: "(a b)+", roots: ["slow"], total_only: true };
  return [
    { tool: "search_content", input: { query: "needle", fixed_strings: true } },
    { tool: "search_content", input: { query: "line" } },
    { tool: "search_content", input: (seen) => ({ query: "line", ...cursorIn(seen[1]) }) },
    { tool: "extract_code_section", input: { file_path: "src/absent.ts" } },
    { tool: "search_content", input: slow, before: () => becomesUnity(root) },
    { tool: "search_content", input: { ...slow, query: "(b a)+" } },
  ];
}

/** The next page's cursor, even if the client shows JSON. */
function cursorIn(shown = ""): object {
  const cursor = /"cursor":"([^"]+)"/.exec(shown.replaceAll("\\", ""))?.[1];
  return cursor === undefined ? {} : { cursor };
}

/** Changes the list of tools. */
function becomesUnity(root: string): void {
  for (const folder of ["Assets", "ProjectSettings"]) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, "ProjectSettings", "ProjectVersion.txt"), "m_EditorVersion: 6000.0.23f1\n");
  writeFileSync(join(root, "Assets", "A.cs"), "class A {}\n");
}

const ENDLESS: PlannedCall[] = [
  { tool: "search_content", input: { query: "a", roots: ["endless"], timeout_ms: 30_000 } },
];

function project(folder: string): string {
  mkdirSync(join(folder, "src"), { recursive: true });
  writeFileSync(join(folder, "src", "a.ts"), "export const needle = 1;\n");
  const fill = { short: "", wide: " 名前".repeat(12) }[process.env.JIG_CLIENTS_LINES ?? ""];
  const lines = Array.from(
    { length: 4_000 },
    (_, at) => `line ${at} of${fill ?? " a long file with words to fill it"}\n`,
  );
  writeFileSync(join(folder, "src", "long.txt"), lines.join(""));
  const block = "a b a b a b a b a b a b a b a b\n".repeat(250_000);
  for (const name of ["slow", "endless"]) mkdirSync(join(folder, name));
  for (let at = 0; at < 40; at++) {
    if (at === 0) writeFileSync(join(folder, "slow", "0.txt"), block);
    else if (at < 12) linkSync(join(folder, "slow", "0.txt"), join(folder, "slow", `${at}.txt`));
    linkSync(join(folder, "slow", "0.txt"), join(folder, "endless", `${at}.txt`));
  }
  return realpathSync(folder);
}

/** Puts a wrapper on PATH that logs what the client sends. */
function onPath(folder: string, log: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "jig"),
    `#!/bin/sh\nif [ "$1" = mcp ] && [ "$2" != config ]; then tee -a '${log}' | '${JIG}' "$@"; else exec '${JIG}' "$@"; fi\n`,
  );
  chmodSync(join(folder, "jig"), 0o755);
  return folder;
}

interface Ran {
  code: number | null;
  text: string;
}

function run(
  program: string,
  words: string[],
  options: { cwd: string; env: Record<string, string>; until?: () => boolean },
): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawn(program, words, {
      cwd: options.cwd,
      env: options.env,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    let text = "";
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (more) => (text += more));
    const end = setTimeout(() => process.kill(-child.pid!, "SIGKILL"), LONG_MS);
    const watch = setInterval(() => {
      if (!options.until?.()) return;
      clearInterval(watch);
      setTimeout(() => child.kill("SIGINT"), 700);
      // Interrupt twice, as people do.
      setTimeout(() => child.kill("SIGINT"), 2_000);
    }, 50);
    child.on("error", (error) => resolve({ code: null, text: error.message }));
    child.on("close", (code) => {
      clearTimeout(end);
      clearInterval(watch);
      resolve({ code, text });
    });
  });
}

/** Processes of jig and its children that still run in this folder. */
function left(folder: string): string[] {
  if (!existsSync("/proc/self/cwd")) return [];
  return readdirSync("/proc").flatMap((pid) => {
    try {
      const [cwd, program] = [readlinkSync(`/proc/${pid}/cwd`), readlinkSync(`/proc/${pid}/exe`)];
      return cwd.startsWith(folder) && (program === realpathSync(JIG) || /\/rg/.test(program)) ? [program] : [];
    } catch {
      return [];
    }
  });
}

function hello(log: string): unknown {
  const lines = existsSync(log) ? readFileSync(log, "utf8").split("\n").filter(Boolean) : [];
  return lines.map((line) => JSON.parse(line)).findLast(({ method }) => method === "initialize")?.params;
}

/** What the client declared in its first message, and the methods it used. */
function declared(log: string): Pick<Tried, "protocol" | "capabilities" | "progress" | "listedAgain"> {
  const messages = existsSync(log)
    ? readFileSync(log, "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : [];
  const hello = messages.findLast(({ method }) => method === "initialize")?.params;
  const meta = messages.findLast(({ params }) => params?._meta?.["io.modelcontextprotocol/protocolVersion"])?.params
    ._meta;
  const of = (capabilities: object = {}) => Object.keys(capabilities).sort();
  const isSlow = ({ method, params }: (typeof messages)[number]) =>
    method === "tools/call" && params?.arguments?.roots?.[0] === "slow";
  const used = {
    progress: messages.some(({ params }) => params?._meta?.progressToken !== undefined),
    listedAgain: messages.slice(messages.findIndex(isSlow)).some(({ method }) => method === "tools/list"),
  };
  if (!hello && meta)
    return {
      protocol: meta["io.modelcontextprotocol/protocolVersion"],
      capabilities: of(meta["io.modelcontextprotocol/clientCapabilities"]),
      ...used,
    };
  return { protocol: hello?.protocolVersion ?? "?", capabilities: of(hello?.capabilities), ...used };
}

async function tryOne(subject: Subject, programs: string): Promise<Tried | string> {
  const top = mkdtempSync(join(tmpdir(), "try-client-"));
  const [home, log] = [join(top, "home"), join(top, "sent.jsonl")];
  mkdirSync(home);
  const root = project(join(top, "project"));
  const model = await StandInModel.start();
  const path = [onPath(join(top, "bin"), log), programs, process.env.PATH].join(delimiter);
  const env = { PATH: path, HOME: home, TERM: "dumb", LANG: "C.UTF-8", ...subject.environment(model.url, home) };
  const program = join(programs, subject.program);
  try {
    const version = /\d+\.\d+\.\d+/.exec((await run(program, ["--version"], { cwd: root, env })).text)?.[0];
    if (!version) return "it does not start here";
    subject.prepare?.(model.url, home, root);
    const wrote = spawnSync(JIG, ["mcp", "config", "--client", subject.id, "--scope", subject.scope, "--write"], {
      cwd: root,
      env,
      encoding: "utf8",
    });
    if (wrote.status !== 0) return `jig mcp config failed: ${wrote.stderr}`;
    // User files have an absolute path, so insert the wrapper there.
    if (subject.userFile) replaceIn(subject.userFile(home), realpathSync(JIG), join(top, "bin", "jig"));
    const lines = subject.health.length === 0 ? [] : await checked(program, subject.health, root, env);
    const health = lines.find((line) => /(?:^|[\s✓])jig\b/.test(line)) ?? "";
    model.begin(plan(root));
    const asked = await run(program, subject.ask, { cwd: root, env });
    const { seen, offered } = model;
    const said = declared(log);
    if (process.env.JIG_CLIENTS_VERBOSE)
      console.error(subject.title, {
        health,
        asked,
        client: hello(log),
        offered,
        seen: seen.map((each) => `${each?.length} ${each?.slice(0, 200)} … ${each?.slice(-200)}`),
      });
    model.begin(ENDLESS);
    const stopped = await run(program, subject.ask, { cwd: root, env, until: () => model.asked > 0 });
    await sleep(2_000);
    const running = left(root);
    if (process.env.JIG_CLIENTS_VERBOSE) console.error(stopped.text.slice(0, 500), running);
    return {
      title: subject.title,
      version,
      health,
      seen,
      offered: offered.length,
      cancelled: model.asked > 0 ? running.length : undefined,
      ...said,
    };
  } finally {
    model.stop();
    rmSync(top, { recursive: true, force: true });
  }
}

function replaceIn(file: string, text: string, by: string): void {
  writeFileSync(file, readFileSync(file, "utf8").replaceAll(text, by));
}

function clean(line: string): string {
  return line
    .replace(/\u001b\[[0-9;]*m/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** Folder of the client's program, or the reason why there's none. */
function installed(subject: Subject, into: string): string | { reason: string } {
  const bin = join(into, "node_modules", ".bin");
  if (existsSync(join(bin, subject.program))) return bin;
  if (process.env.JIG_CLIENTS) return { reason: "it is not in JIG_CLIENTS" };
  // Without the tag, npm may pick an older version if the latest needs another Node.
  const { status, stderr } = spawnSync(
    "npm",
    ["install", "--no-audit", "--no-fund", "--prefix", into, `${subject.packageName}@latest`],
    { encoding: "utf8", timeout: 300_000 },
  );
  return status === 0
    ? bin
    : { reason: `npm could not install ${subject.packageName}: ${(stderr ?? "").trim().split("\n").at(-1)}` };
}

async function checked(program: string, words: string[], cwd: string, env: Record<string, string>): Promise<string[]> {
  return (await run(program, words, { cwd, env })).text.split("\n").map(clean);
}

const wanted = process.argv.slice(2);
const folder = process.env.JIG_CLIENTS ?? mkdtempSync(join(tmpdir(), "jig-clients-"));
const tried: Tried[] = [];
for (const subject of SUBJECTS) {
  if (wanted.length > 0 && !wanted.includes(subject.id)) continue;
  const programs = installed(subject, folder);
  const outcome = typeof programs === "string" ? await tryOne(subject, programs) : programs.reason;
  if (typeof outcome === "string") console.log(`${subject.title}: left out, ${outcome}`);
  else {
    console.log(rowOf(outcome));
    tried.push(outcome);
  }
}
if (!process.env.JIG_CLIENTS) rmSync(folder, { recursive: true, force: true });
if (tried.length > 0 && wanted.length === 0) writeTable(tried);
process.exit(0);
