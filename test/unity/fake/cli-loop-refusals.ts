/** Rejections by an Editor of the 3.x line: protocol first, then busy. */
import type { Request } from "./wire.ts";

/** Protocol versions must be equal, for all methods. Undefined if they are. */
export function gateData({ uloop }: Request, protocol: number): Record<string, unknown> | undefined {
  const theirs = uloop?.protocolVersion;
  const current = Number.isInteger(theirs) ? (theirs as number) : null;
  if (current === protocol) return undefined;
  return {
    type: "cli_update_required",
    message: "The CLI and the package speak different protocols.",
    currentCliVersion: typeof uloop?.projectRunnerVersion === "string" ? uloop.projectRunnerVersion : null,
    currentProtocolVersion: current,
    requiredProtocolVersion: protocol,
    ...(current === null || current < protocol ? { updateCommand: "uloop update" } : {}),
    retryableAfterUpdate: true,
  };
}

export function busyData(running: string | undefined, asked: string, compiling: boolean): Record<string, unknown> {
  return {
    type: "server_busy",
    message: `Unity is running ${running}.`,
    runningToolName: running,
    requestedToolName: asked,
    isPlaying: false,
    isPaused: false,
    isCompiling: compiling,
    isUpdating: false,
    secondsSinceLastMainThreadTick: 0.016,
    runningToolElapsedSeconds: 1,
  };
}
