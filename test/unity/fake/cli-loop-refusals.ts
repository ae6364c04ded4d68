/** How an Editor of the 3.x line refuses: for its protocol, before everything else, and while another command has the slot. */
import type { Request } from "./wire.ts";

/** Equal or refused, for every method; undefined where the request may pass. */
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
