/** The streams and the environment that a command line runs with. */
import type { Readable } from "node:stream";
import type { TextOutput } from "../host/frontend-api.ts";

export interface Io {
  stdin: Readable & { isTTY?: boolean };
  stdout: TextOutput;
  stderr: TextOutput;
  /** Streams of the process itself, which programs that it starts may share. */
  ownStreams?: boolean;
  env: Record<string, string | undefined>;
  cwd: string;
  /** Aborted by SIGINT and SIGTERM. */
  signal: AbortSignal;
}
