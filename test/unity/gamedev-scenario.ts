/** A scenario with a fake Unity-MCP server. */
import { McpDriver } from "./driver.ts";
import { FakeGamedev } from "./fake/gamedev.ts";

export async function gamedev(body: (editor: FakeGamedev, jig: McpDriver) => Promise<void>): Promise<void> {
  const editor = await FakeGamedev.start();
  const jig = await McpDriver.open([editor.project.root]);
  try {
    await body(editor, jig);
  } finally {
    await jig.close();
    await editor.stop();
  }
}
