/** Implements MCP over stdio. It runs until the client disconnects or the signal is aborted. */
import { fileURLToPath } from "node:url";
import {
  type FrameInput,
  type FrameOutput,
  type Host,
  toJigError,
  watchAncestors,
  withEscapes,
} from "../host/frontend-api.ts";
import { profileOf } from "./client-profiles.ts";
import { Session } from "./mcp-session.ts";
import type { SdkServer } from "./sdk-server.ts";
import { ServedHost } from "./served-host.ts";
import { type AnswerSettings, budgetOf, connect, describeServer, startNotes } from "./server.ts";
import { instructionsFor } from "./server-instructions.ts";
import { StdioTransport } from "./stdio-transport.ts";

export interface McpOptions extends AnswerSettings {
  input: FrameInput;
  /** Nothing else may write to stdout, see `claimStdout`. */
  output: FrameOutput;
  /** Receives one line per message. */
  error: { write(text: string): unknown };
  version: string;
  /** Aborted on SIGINT and SIGTERM, which cancels all calls and shuts down. */
  signal?: AbortSignal;
  /** True to request the roots of older clients. It is only set if neither flags nor the environment contain any. */
  askForRoots?: boolean;
}

/** After the end of the input, a client that hasn't read anything for this many milliseconds is considered gone. */
const MAX_STALL_MS = 1000;
/** The polling interval in milliseconds. */
const LAST_LOOK_MS = 100;
/** The maximum time to wait for a client that doesn't read. */
const CLOSING_MS = 300;

/** Returns the exit code. `hostFor` creates the host, with the client's roots if it has sent any. */
export async function serveMcp(hostFor: (roots?: string[]) => Promise<Host>, options: McpOptions): Promise<number> {
  // This is done early, because a killed client may already be gone at the end of the input.
  const areAncestorsThere = watchAncestors();
  const note = (line: string) => void options.error.write(`jig mcp: ${withEscapes(line)}\n`);
  let server: SdkServer | undefined;
  const host = new ServedHost(async () => {
    const roots = options.askForRoots && server ? (await server.clientRoots()).flatMap(pathOf) : [];
    const made = await hostFor(roots.length > 0 ? roots : undefined);
    let said: string[] = [];
    const say = () => {
      const lines = startNotes(made, options);
      lines.filter((line) => !said.includes(line)).forEach(note);
      said = lines;
    };
    made.onChange(() => {
      server?.toolsChanged();
      say();
    });
    say();
    return made;
  });
  const introduction = describeServer(options.version, async (clientHasRoots, client) => {
    const known = options.askForRoots && clientHasRoots ? undefined : await host.get().catch(() => undefined);
    return instructionsFor(known, budgetOf(options, profileOf(client)));
  });
  const wire = new StdioTransport(options.input, options.output, note);
  const session = new Session(wire, introduction);
  let code = 0;
  const finished = new Promise<void>((resolve) => {
    wire.onbroken = resolve;
    wire.onend = (failure) => {
      if (failure !== undefined) {
        note(`The input cannot be read: ${toJigError(failure).message}`);
        code = 2;
      }
      session.endInput();
      void lastAnswers(session, wire, areAncestorsThere).then(resolve);
    };
    if (options.signal?.aborted) resolve();
    options.signal?.addEventListener("abort", () => resolve(), { once: true });
  });
  const onRootsChanged = () => {
    if (!options.askForRoots) return;
    host.renew(session.idle());
    server?.toolsChanged();
  };

  try {
    if (options.input.isTTY)
      note("A client has to send messages on stdin; `jig mcp config` sets one up. Press Ctrl+D to stop");
    if (!options.askForRoots) await host.get();
    await Promise.race([session.open(), finished]);
    server = await connect(session, introduction, () => host.get(), { ...options, note, onRootsChanged });
    session.release();
    await finished;
    return code;
  } catch (thrown) {
    note(toJigError(thrown).advice);
    return 2;
  } finally {
    await Promise.race([server?.close(), sleep(CLOSING_MS)]);
    await host.close(CLOSING_MS);
  }
}

/**
 * Waits for the remaining calls, so that `printf … | jig mcp` gets all responses. It gives up if the client stops reading or
 * exits, including any process between it and us.
 */
async function lastAnswers(session: Session, wire: StdioTransport, areAncestorsThere: () => boolean): Promise<void> {
  let isIdle = false;
  const idle = session.idle().then(() => {
    isIdle = true;
  });
  while (!isIdle && wire.stalledMs < MAX_STALL_MS && areAncestorsThere()) {
    // The timer keeps the process running, since nothing else may do it at this point.
    await Promise.race([idle, new Promise((resolve) => setTimeout(resolve, LAST_LOOK_MS))]);
  }
}

function pathOf(uri: string): string[] {
  try {
    return [fileURLToPath(uri)];
  } catch {
    return []; // This isn't a file: URI, so it isn't on this machine.
  }
}

/** It doesn't keep the process running. */
function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
