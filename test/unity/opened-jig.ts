/** Runs jig over MCP with given roots, and provides an unused port. */
import { createServer } from "node:net";
import type { RunOptions } from "../jig.ts";
import { McpDriver } from "./driver.ts";

export async function within(
  roots: string[],
  body: (jig: McpDriver) => Promise<void>,
  options: RunOptions = {},
): Promise<void> {
  const jig = await McpDriver.open(roots, options);
  try {
    await body(jig);
  } finally {
    await jig.close();
  }
}

export async function deadPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}
