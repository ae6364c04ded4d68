/** `bun test/unity/write-doctor-page.ts` puts each backend into all states and updates docs/unity-doctor.md with the output of `jig doctor`. */
import { chmodSync, mkdirSync, mkdtempSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { cli } from "./driver.ts";
import { FakeCliLoop } from "./fake/cli-loop.ts";
import { FakeCoplay } from "./fake/coplay.ts";
import { FakeEditor } from "./fake/editor.ts";
import { FakePipeline } from "./fake/pipeline.ts";
import { FakeProject } from "./fake/project.ts";
import { pause } from "./scenario.ts";

const LOOP = "io.github.hatayama.uloopmcp";
const PIPELINE = "com.unity.pipeline";
const COPLAY = "com.coplaydev.unity-mcp";

interface Line {
  what: string;
  state: string;
  detail: string;
  fix?: string;
}

const rows: string[] = [];

/** Replace ports, pids and folders of this run. */
const plain = (text: string, root: string) =>
  text
    .replaceAll(root, "/home/you/Game")
    .replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT")
    .replaceAll(/uloop-\d+/g, "uloop-1000")
    .replaceAll(/UnityCliLoop-\w+/g, "UnityCliLoop-…")
    .replaceAll(/process \d+/g, "process 4711")
    .replaceAll("|", "\\|");

async function look(state: string, root: string, env: Record<string, string> = {}): Promise<void> {
  const { stdout } = await cli(["doctor", "--json", "--root", root], { env });
  const lines = (JSON.parse(stdout) as Line[]).filter(({ what }) => /^Unity (Editor|backends)( of .+)?$/.test(what));
  const said = lines
    .map(({ what, state: word, detail }) => plain(`**${word}** ${/ of .+$/.exec(what)?.[0] ?? ""} ${detail}`, root))
    .map((text) => text.replaceAll(/ +/g, " "))
    .join("<br>");
  const fix = lines.map((line) => plain(line.fix ?? "", root)).filter((text) => text !== "");
  rows.push(`| ${state} | ${said} | ${fix.join("<br>")} |`);
}

async function withProject(packages: Record<string, string>, state: string, env?: Record<string, string>) {
  const project = new FakeProject();
  if (Object.keys(packages).length > 0) project.installed(packages);
  await look(state, project.root, env);
  project.remove();
}

async function cliLoop(): Promise<void> {
  await withProject({ [LOOP]: "3.6.0" }, "Unity CLI Loop 3: installed, Unity not opened yet");
  const editor = await FakeCliLoop.start({ hasEditorStatus: true });
  const { root } = editor.project;
  await look("ready", root);
  editor.running = "compile";
  await look("busy with another command", root);
  editor.running = undefined;
  editor.always("get-version", () => {});
  await look("a dialog is open, the main thread is blocked", root);
  editor.always("get-version", ({ reply }) => reply());
  editor.protocol = 6;
  await look("a newer protocol that answers as before", root);
  editor.always("get-version", ({ reply }) => reply({ Other: 1 }));
  await look("a newer protocol that answers otherwise", root);
  editor.protocol = 5;
  await editor.close();
  await look("reloading, or Unity is running and its server is not", root);
  editor.process.stop();
  await look("Unity was closed", root);
  await editor.listen();
  const { mode } = statSync(editor.folder);
  chmodSync(editor.folder, 0o755);
  await look("others can enter the socket's folder", root);
  chmodSync(editor.folder, mode & 0o777);
  await editor.stop();
}

async function pipeline(): Promise<void> {
  await withProject({ [PIPELINE]: "0.8.0" }, "Unity Pipeline: installed, Unity not opened yet");
  const editor = await FakePipeline.start();
  const { root } = editor.project;
  await look("ready", root);
  editor.status = "settling";
  await look("started a moment ago", root);
  editor.status = "ready";
  const { token } = editor;
  editor.token = "another";
  await look("the token differs from that in the port file", root);
  editor.token = token;
  writeFileSync(editor.portFile, editor.portText.slice(0, 60));
  await look("the port file stays half written", root);
  writeFileSync(editor.portFile, editor.portText.replace(root, "/home/you/Other"));
  await look("the port file is another project's", root);
  await editor.close();
  await look("reloading, or Unity is running and its server is not", root);
  editor.process.stop();
  mkdirSync(dirname(editor.portFile), { recursive: true });
  writeFileSync(editor.portFile, editor.portText);
  await look("Unity crashed and left its port file", root);
  await editor.stop();
}

async function uloop(): Promise<void> {
  await withProject({ [LOOP]: "0.42.1" }, "uLoopMCP: older than any version that jig supports");
  await withProject({ [LOOP]: "2.1.1" }, "installed, Unity not opened yet");
  const editor = await FakeEditor.start({});
  const { root } = editor.project;
  await look("ready", root);
  editor.project.lock("compiling.lock");
  await look("compiling", root);
  editor.project.unlock("compiling.lock");
  editor.project.lock("domainreload.lock");
  await look("reloading", root);
  editor.project.unlock("domainreload.lock");
  await editor.close();
  await look("Unity was closed", root);
  await editor.stop();
  const stranger = await FakeEditor.start({ dataPath: "/home/you/Other/Assets" });
  await look("another project's Editor has the port", stranger.project.root);
  await stranger.stop();
}

async function coplay(): Promise<void> {
  const editor = await FakeCoplay.start();
  const { root } = editor.project;
  const env = { JIG_UNITY_COPLAY_PORT: String(editor.port) };
  await look("MCP for Unity: ready", root, env);
  editor.connected = false;
  await look("the server runs, the session was not started", root, env);
  editor.others = [{ project: "Other", hash: "0123456789abcdef" }];
  await look("only another project's Editor is connected", root, env);
  await editor.close();
  await look("no server: not started, or the stdio transport", root, env);
  await editor.stop();
}

await withProject({}, "no package");
await cliLoop();
await pipeline();
await uloop();
await coplay();
await pause(10);
await withProject({ [PIPELINE]: "0.8.0" }, "`JIG_UNITY_BACKEND` is misspelled", { JIG_UNITY_BACKEND: "pipelin" });
const absent = { JIG_UNITY_BACKEND: "coplay", JIG_UNITY_COPLAY_PORT: "1" };
await withProject({ [PIPELINE]: "0.8.0" }, "`JIG_UNITY_BACKEND` names one that is not installed", absent);
await withProject({ [PIPELINE]: "0.8.0", [LOOP]: "3.6.0", [COPLAY]: "10.1.1" }, "several packages, Unity closed", {
  JIG_UNITY_COPLAY_PORT: "1",
});

const parent = mkdtempSync(join(tmpdir(), "jig-both-"));
const client = await FakeCliLoop.start({ project: new FakeProject(parent, "Client") });
new FakeProject(parent, "Server");
await look("two projects under one root", parent);
await client.stop();

const page = fileURLToPath(new URL("../../docs/unity-doctor.md", import.meta.url));
writeFileSync(
  page,
  `# What jig doctor says about Unity

Written by \`bun test/unity/write-doctor-page.ts\` from the executable and a fake of each backend; do not edit. \`unity-status\` says the same in \`State\`, \`Why\` and \`Fix\`.

| state | what it says | what to do |
| --- | --- | --- |
${rows.join("\n")}
`,
);
process.exit(0);
