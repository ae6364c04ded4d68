/** Compiles in a fake Editor: the result, and a reload that swallows the reply. */
import type { Behavior } from "./fake/behaviors.ts";
import type { Exchange } from "./fake/editor.ts";

export const RESULT = {
  Success: true,
  ErrorCount: 0,
  WarningCount: 1,
  Errors: [],
  Warnings: [{ Message: "unused", File: "Assets/A.cs", Line: 1 }],
  Message: null,
  ProjectRoot: "/elsewhere",
  Ver: "2.1.1",
};

/** Disconnects without a reply. `write` creates the result file. */
export const reloading =
  (write: (id: string, file: (text: string) => void) => Promise<void>, ms = 600): Behavior<Exchange> =>
  async ({ request, editor }) => {
    const id = String(request.params.RequestId);
    editor.project.lock("compiling.lock");
    void editor.reload(ms, { compiled: true });
    await write(id, (text) => editor.project.compileResult(id, text));
  };
