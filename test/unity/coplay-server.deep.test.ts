/** Hostile test with MCP for Unity's real server. Needs the PyPI package `mcpforunityserver`, on PATH or as JIG_MCP_FOR_UNITY. */
import { CoplayServer, type Fate, findServer } from "./coplay-server.ts";
import { FakeCoplay } from "./fake/coplay.ts";
import { tokensIn } from "./fake/csharp.ts";
import { CODE, COMPILE, type Day, Harm, MENU, type Roll, reloadsOf } from "./hostile-backends.ts";
import { hostileDay } from "./hostile-days.ts";

const program = findServer();

async function begin(roll: Roll): Promise<Day> {
  const editor = await FakeCoplay.start();
  const harm = new Harm();
  const compiledAt: number[] = [];
  const add = editor.tally.add.bind(editor.tally);
  editor.tally.add = (text) => {
    if (text === "tok-0-0") compiledAt.push(performance.now());
    add(text);
  };
  const fateOf = (params: unknown): Fate => {
    const token = tokensIn(JSON.stringify(params))[0];
    if (token === undefined) return "serve";
    const dice = roll();
    const fate = dice < 0.01 ? "lose before" : dice < 0.03 ? "lose after" : dice < 0.04 ? "garble" : "serve";
    if (fate !== "serve") harm.tokens.add(token);
    return fate;
  };
  const server = await CoplayServer.start(program ?? "", editor, fateOf, roll);
  const leave = server.leave.bind(server);
  // Other commands in the session are lost too.
  server.leave = (ms) => harm.during(() => leave(ms));
  const reload = reloadsOf(editor, harm);
  const away = async (ms: number) => void (await Promise.all([reload(ms), leave(ms)]));
  editor.reload = (ms) => harm.during(() => away(ms));
  return {
    root: editor.project.root,
    env: { JIG_UNITY_COPLAY_PORT: String(server.port) },
    tally: editor.tally,
    harm,
    tools: [
      COMPILE,
      CODE,
      MENU,
      ["unity-call", (tag_name) => ({ Tool: "manage_editor", Parameters: { action: "add_tag", tag_name } })],
    ],
    upheave: () => harm.during(() => away(20 + 150 * roll())),
    compiled: () => editor.tally.of("tok-0-0"),
    compiledAt,
    async stop() {
      await server.stop();
      await editor.stop();
    },
  };
}

hostileDay(
  "MCP for Unity's own server",
  begin,
  200,
  program ? false : "mcp-for-unity is not on the PATH, and JIG_MCP_FOR_UNITY names none",
);
