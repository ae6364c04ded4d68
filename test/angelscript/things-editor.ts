/** Opens a session next to a fake editor that knows a class and its subclasses. */
import { join } from "node:path";
import { scratch } from "../jig.ts";
import { type FakeEditor, type FakeEditorOptions, startFakeEditor } from "./fake-editor.ts";
import { openSession, type Session } from "./session.ts";

export const CHUNKS = [
  { UObject: { properties: {}, methods: [] } },
  {
    AActor: {
      inherits: "UObject",
      properties: {},
      methods: [{ name: "GetActorLocation", return: "FVector", args: [], const: true }],
    },
  },
  { __Math: { properties: {}, methods: [{ name: "Clamp", return: "float64", args: [] }] } },
];

export const SCRIPT = "class AThing : AActor { void Go() {} }\nclass AHeir : AThing {}\nclass ULoose : UObject {}\n";

export async function withEditor(
  options: Partial<FakeEditorOptions>,
  work: (session: Session, server: FakeEditor) => Promise<void>,
): Promise<void> {
  const root = scratch({ "Script/Thing.as": SCRIPT, "Content/Things/BP_Thing.uasset": "x" });
  const clean = { path: join(root, "Script/Thing.as"), items: [] };
  const server = await startFakeEditor({ chunks: CHUNKS, diagnostics: [clean], ...options });
  const session = await openSession({ cwd: root, env: { JIG_UNREAL_PORT: String(server.port) } });
  try {
    await work(session, server);
  } finally {
    await session.close();
    await server.close();
  }
}
