/** A scenario with a fake Unity CLI Loop 3 Editor and jig over MCP. */
import { McpDriver } from "./driver.ts";
import { FakeCliLoop, type LoopOptions } from "./fake/cli-loop.ts";

export async function loop(
  options: LoopOptions,
  body: (editor: FakeCliLoop, jig: McpDriver) => Promise<void>,
  env: Record<string, string> = {},
): Promise<void> {
  const editor = await FakeCliLoop.start({ heartbeatSeconds: 0.5, ...options });
  const jig = await McpDriver.open([editor.project.root], { env });
  try {
    await body(editor, jig);
  } finally {
    await jig.close();
    await editor.stop();
  }
}
