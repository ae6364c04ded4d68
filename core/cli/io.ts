/** Defines the streams and the environment of the CLI. Tests pass their own. */
import type { Readable } from "node:stream";
import type { TextOutput } from "../host/frontend-api.ts";

export interface Io {
  stdin: Readable & { isTTY?: boolean };
  stdout: TextOutput;
  stderr: TextOutput;
  /** True for the process's own streams, which child processes can inherit. */
  ownStreams?: boolean;
  env: Record<string, string | undefined>;
  cwd: string;
  /** Aborted on SIGINT and SIGTERM. */
  signal: AbortSignal;
}
