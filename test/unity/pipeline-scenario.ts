/** A scenario with a fake Unity Pipeline Editor and jig over MCP. */
import { McpDriver } from "./driver.ts";
import { FakePipeline, type PipelineOptions } from "./fake/pipeline.ts";

export async function pipeline(
  options: PipelineOptions,
  body: (editor: FakePipeline, jig: McpDriver) => Promise<void>,
): Promise<void> {
  const editor = await FakePipeline.start(options);
  const jig = await McpDriver.open([editor.project.root]);
  try {
    await body(editor, jig);
  } finally {
    await jig.close();
    await editor.stop();
  }
}
