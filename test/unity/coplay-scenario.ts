/** A scenario with a fake MCP for Unity Editor and jig over MCP. */
import { McpDriver } from "./driver.ts";
import { FakeCoplay } from "./fake/coplay.ts";

export async function coplay(body: (editor: FakeCoplay, jig: McpDriver) => Promise<void>): Promise<void> {
  const editor = await FakeCoplay.start();
  const env = { JIG_UNITY_COPLAY_PORT: String(editor.port) };
  const jig = await McpDriver.open([editor.project.root], { env });
  try {
    await body(editor, jig);
  } finally {
    await jig.close();
    await editor.stop();
  }
}
