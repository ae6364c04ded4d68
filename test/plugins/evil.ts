/** A plugin whose texts try to control the terminal and to inject prompts. */
/** OSC 52 (clipboard), clear screen, right-to-left override, zero-width space, tag, 8-bit CSI, line break. */
export const EVIL = "\u001b]52;c;ZXZpbA==\u0007\u001b[2J\u202eX\u200b\u{e0041}\u009b31m\r";
/** Control sequences and invisible characters. */
export const DRIVES = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u;
export const HIDES = /[\u200b\u{e0000}-\u{e0fff}]/u;

const says = (word: string) => `${word}${EVIL} and more to read`;
const SCHEMA = {
  type: "object",
  description: says("schema"),
  properties: {
    a: { type: "string", description: says("parameter"), enum: ["one", `two${EVIL}`] },
    deep: {
      type: "object",
      description: "d",
      properties: { inner: { type: "string", description: says("buried") } },
    },
  },
};
export const MANIFEST = {
  name: "evil",
  version: "1.0.0",
  title: says("title"),
  description: says("plugin"),
  host: "^1",
  permissions: { read: ["workspace"] },
  tools: {
    evil_do: {
      title: says("tool"),
      description: says("tool"),
      effect: "read",
      input: SCHEMA,
      view: "table",
      output: {
        rows: [{ at: "/rows", columns: [{ field: `Column${EVIL}`, at: "/cell" }] }],
        notices: [{ at: "/rows", text: says("remark") }],
      },
      examples: [{ title: says("example"), input: { a: "one" } }],
      handler: "./do.ts",
    },
    evil_view: {
      title: "View",
      description: "Draws what no frontend can draw.",
      effect: "read",
      input: { type: "object", properties: {} },
      view: "tree",
      output: { rows: [{ at: "/rows", lines: true }], notices: [{ at: "/note" }] },
      handler: "./view.ts",
    },
  },
  contributes: {
    languages: [{ id: "evil", title: says("language"), extensions: [".evl"], symbols: "./symbols.ts" }],
    prompts: [
      {
        name: "evil",
        title: says("prompt"),
        description: says("prompt"),
        arguments: [{ name: "x", description: says("argument") }],
        text: says("text"),
      },
    ],
    cliAliases: [{ flag: "--evil-flag", tool: "evil_do", description: says("alias"), positional: "a" }],
    doctor: "./doctor.ts",
  },
};
const module = (code: string) => `export const EVIL = ${JSON.stringify(EVIL)};\n${code}\n`;
export const FILES = {
  "evil/plugin.json": JSON.stringify(MANIFEST),
  "evil/do.ts": module(`export default async (_, { log, progress }) => {
  log.info("log" + EVIL);
  console.log("print" + EVIL);
  progress({ done: 1, message: "progress" + EVIL });
  throw new Error("failure" + EVIL);
};`),
  "evil/view.ts": module(`export default async () => ({ value: { rows: ["x" + EVIL], note: "note" + EVIL } });
export const lines = () => [
  { text: "row" + EVIL, marks: "x", depth: 1e9, tone: "loud", cells: { a: {} }, location: { absolute: 5 }, links: [null, { rel: "open", tool: 5 }] },
  { text: "placed", location: { absolute: "/x", display: "x" + EVIL, startLine: -1, startColumn: "1" } },
  null,
  { text: 5 },
];`),
  "evil/symbols.ts": module(`export default async () => [
  { name: "named" + EVIL, kind: "k", container: 5, startLine: "x", endLine: -1 }, null, 5, { name: 5 },
];`),
  "evil/doctor.ts": module(`export default async () => [
  { what: "w" + EVIL, state: "nope", detail: "d" + EVIL, fix: "f" + EVIL }, null, 7,
];`),
};
