/** Runs jig next to a fake Unreal editor. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { scratch } from "../jig.ts";
import { type FakeEditor, type FakeEditorOptions, startFakeEditor } from "./fake-editor.ts";
import { openSession, type Session } from "./session.ts";

export const SCRIPT = "class AThing : AActor\n{\n\tvoid F() { Native.DoIt(); }\n\tUNative Native;\n}\n";
export const CHUNKS = [
  { UObject: { properties: {}, methods: [] }, AActor: { inherits: "UObject", properties: {}, methods: [] } },
  {
    UNative: {
      inherits: "UObject",
      doc: "Größe → ünïcode",
      properties: {},
      methods: [{ name: "DoIt", return: "void", args: [], isProperty: false }],
    },
  },
  { __Math: { properties: { PI: ["const float64"] }, methods: [] } },
];
export const AT_DO_IT = { filePath: "Thing.as", position: { line: 3, character: 20 } };

export const root = scratch({ "Thing.as": SCRIPT });
export const clean = { path: join(root, "Thing.as"), items: [] as never[] };
export let session: Session;
export let editor: FakeEditor | undefined;

function openBeside({ port }: FakeEditor, cwd: string): Promise<Session> {
  return openSession({ cwd, env: { JIG_UNREAL_PORT: String(port) } });
}

/** Sets `session` and `editor` until they're closed. */
export async function open(beside: FakeEditor, cwd: string): Promise<void> {
  editor = beside;
  session = await openBeside(beside, cwd);
}

export function setEditor(next: FakeEditor | undefined): void {
  editor = next;
}

export async function close(): Promise<void> {
  await session.close();
  await editor?.close();
  editor = undefined;
}

export async function withEditor(
  options: Partial<FakeEditorOptions>,
  work: (editor: FakeEditor) => Promise<void>,
): Promise<void> {
  const started = await startFakeEditor({ chunks: CHUNKS, diagnostics: [clean], ...options });
  await open(started, root);
  try {
    await work(started);
  } finally {
    await close();
  }
}

export const resolved = () =>
  session.until(
    "angelscript_resolveSymbolAtPosition",
    AT_DO_IT,
    (answer) => answer.ok && answer.data.nativeSource === "editor",
  );

/** Waits until the editor's types are used. Returns the elapsed time. */
export async function claimed(): Promise<number> {
  const start = performance.now();
  const answer = await resolved();
  assert.equal(answer.data?.nativeSource, "editor");
  return performance.now() - start;
}
