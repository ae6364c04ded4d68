/**
 * Implements `--audit FILE`, which writes a line of JSON for each call with time, tool, duration, result, resolved paths and
 * size in bytes. It never contains arguments or results (docs/contracts/host.md).
 */
import { closeSync, constants, fstatSync, openSync, writeSync } from "node:fs";
import type { Workspace } from "./contract/context.ts";
import { JigError, toJigError } from "./contract/errors.ts";
import { type Outcome, textOf } from "./contract/outcome.ts";
import { quoted } from "./workspace/path-rules.ts";

/** Further paths are only counted, because a line must be short enough for a single append. */
const MAX_PATHS = 100;
const APPEND =
  constants.O_WRONLY |
  constants.O_APPEND |
  constants.O_CREAT |
  (constants.O_NOFOLLOW ?? 0) |
  (constants.O_NONBLOCK ?? 0);

/** A line of the audit log. */
export interface AuditLine {
  /** The start of the call (ISO 8601). */
  time: string;
  tool: string;
  durationMs: number;
  outcome: "ok" | "failed" | "cancelled";
  /**
   * The paths that passed the rules of the workspace during the call. They are absolute and real, in the order of their first
   * use, and there are 100 at most.
   */
  paths: string[];
  pathCount: number;
  /** The number of paths that the rules rejected. */
  refusedPaths: number;
  /** The size of the whole answer in bytes of UTF-8, before a frontend cuts it. */
  answerBytes: number;
}

export interface AuditedCall {
  /** Records all paths that it resolves. */
  workspace: Workspace;
  end(outcome: Outcome, cancelled: boolean): void;
}

export interface Audit {
  begin(tool: string, workspace: Workspace): AuditedCall;
  close(): void;
}

/** Opens the log for appending. Only its owner can read it. Throws INVALID_ARGUMENT unless it is a regular file. */
export function openAudit(file: string, log: (message: string) => void): Audit {
  const handle = openLog(file);
  let open = true;
  return {
    begin(tool, workspace) {
      const began = new Date();
      const start = performance.now();
      const paths = new Set<string>();
      let refusedPaths = 0;
      return {
        workspace: {
          ...workspace,
          async resolve(path, options) {
            try {
              const resolved = await workspace.resolve(path, options);
              paths.add(resolved.absolute);
              return resolved;
            } catch (error) {
              refusedPaths++;
              throw error;
            }
          },
        },
        end(outcome, cancelled) {
          const line: AuditLine = {
            time: began.toISOString(),
            tool,
            durationMs: Math.round((performance.now() - start) * 10) / 10,
            outcome: cancelled ? "cancelled" : outcome.failed ? "failed" : "ok",
            paths: [...paths].slice(0, MAX_PATHS),
            pathCount: paths.size,
            refusedPaths,
            answerBytes: Buffer.byteLength(textOf(outcome.value)),
          };
          try {
            // Several servers may share the log, so each line has to be appended in a single write.
            if (open) writeSync(handle, `${JSON.stringify(line)}\n`);
          } catch (error) {
            log(`the audit log cannot be written: ${toJigError(error).message}`);
          }
        },
      };
    },
    close() {
      if (open) closeSync(handle);
      open = false;
    },
  };
}

function openLog(file: string): number {
  let handle: number;
  try {
    handle = openSync(file, APPEND, 0o600);
  } catch (error) {
    throw new JigError("INVALID_ARGUMENT", `The audit log ${quoted(file)} cannot be opened`, {
      hint: "Choose a file that is not a link, in an existing, writable folder",
      cause: error,
    });
  }
  if (fstatSync(handle).isFile()) return handle;
  closeSync(handle);
  throw new JigError("INVALID_ARGUMENT", `The audit log ${quoted(file)} is not a regular file`);
}
