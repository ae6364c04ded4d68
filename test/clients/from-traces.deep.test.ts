/**
 * All clients, detected by each of their traces on an otherwise empty machine: the binary finds the client, configures it, reaches
 * jig with that configuration, and restores everything.
 */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { CLIENTS } from "../../core/clients/clients.ts";
import type { SetupEnvironment } from "../../core/clients/setup-environment.ts";
import { JIG, type Ran, runJig, scratch } from "../jig.ts";

interface Machine {
  place: SetupEnvironment & { root: string };
  setup(...words: string[]): Ran;
  /** All files and folders, except for jig's own settings. */
  content(): Record<string, string>;
}

function machine(): Machine {
  const top = scratch({ "project/a.txt": "a\n", "home/.profile": "", "bin/readme": "" });
  symlinkSync(JIG, join(top, "bin", "jig"));
  const [home, root, config] = [join(top, "home"), join(top, "project"), join(top, "home", ".config")];
  const environment = { PATH: join(top, "bin"), HOME: home, XDG_CONFIG_HOME: config };
  const own = join(config, "jig");
  mkdirSync(own, { recursive: true });
  return {
    place: { root, home, platform: "linux", environment, self: { command: JIG, args: [] }, configFolder: own },
    setup: (...words) => runJig(["setup", "--yes", ...words], { cwd: root, env: environment }),
    content: () =>
      Object.fromEntries(
        [home, root].flatMap((folder) =>
          readdirSync(folder, { recursive: true, encoding: "utf8" })
            .map((name) => join(folder, name))
            .filter((path) => path !== own && !path.startsWith(`${own}/`))
            .map((path) => [relative(top, path), statSync(path).isDirectory() ? "folder" : readFileSync(path, "utf8")]),
        ),
      ),
  };
}

/** Creates a settings file or folder, like the client does. */
function leave(trace: string): void {
  if (!trace.endsWith(".json")) return void mkdirSync(trace, { recursive: true });
  mkdirSync(dirname(trace), { recursive: true });
  writeFileSync(trace, '{"theme": "dark"}\n');
}

function checkSetupAndUndo({ setup, content, place }: Machine, titles: readonly string[], ...words: string[]): void {
  const before = content();
  const { code, stdout, stderr } = setup(...words);
  assert.equal(code, 0, stdout + stderr);
  for (const title of titles) assert.match(stdout, new RegExp(`^ok   ${escaped(title)}: .* offers \\d+ tools`, "m"));
  assert.equal(stdout.match(/^ok {3}/gm)?.length, titles.length, `others were found too:\n${stdout}`);
  const changed = Object.keys(content()).filter((path) => content()[path] !== before[path]);
  assert.ok(changed.length > 0);
  const undone = setup("--undo", ...words);
  assert.equal(undone.code, 0, undone.stdout + undone.stderr);
  assert.deepEqual(content(), before);
  const copies = join(place.configFolder, "clients");
  assert.deepEqual(existsSync(copies) ? readdirSync(copies) : [], [], "copies are forgotten");
}

/** Clients detected by a trace. An extension's folder is inside that of its editor. */
function titlesBy(left: string, place: SetupEnvironment): string[] {
  const shows = (trace: string | undefined) => trace !== undefined && `${left}/`.startsWith(`${trace}/`);
  const clients = Object.values(CLIENTS).filter(({ traces }) => traces.files?.some((traceOf) => shows(traceOf(place))));
  return clients.map(({ title }) => title);
}

const escaped = (text: string) => text.replace(/[()]/g, "\\$&");

for (const [id, { title, traces }] of Object.entries(CLIENTS)) {
  const all = (traces.files ?? []).map((traceOf) => traceOf(machine().place));
  const skip = process.platform === "linux" ? false : "the traces are those of Linux";
  // This trace is specific to another system.
  if (all.every((trace) => trace === undefined)) {
    test(`${title}: set up by name and undone`, { skip }, () => checkSetupAndUndo(machine(), [title], "--client", id));
  }
  for (const [at, trace] of all.entries()) {
    if (trace === undefined) continue;
    test(`${title}: found by trace ${at + 1}, set up and undone`, { skip }, () => {
      const here = machine();
      const left = traces.files![at]!(here.place)!;
      leave(left);
      checkSetupAndUndo(here, titlesBy(left, here.place));
    });
  }
}

test("all clients at once, in a home that has a trace of each", { skip: process.platform !== "linux" }, () => {
  const here = machine();
  const found = Object.values(CLIENTS).filter(({ traces }) => {
    const left = (traces.files ?? []).map((traceOf) => traceOf(here.place)).filter((trace) => trace !== undefined);
    for (const trace of left) leave(trace);
    return left.length > 0;
  });
  checkSetupAndUndo(
    here,
    found.map(({ title }) => title),
  );
});
