/** A jig over MCP on given roots, gone afterwards, and a port without a server. */
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

/** A port that nothing listens on. */
export async function deadPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}
