/** The MCP frontend: serves a host's tools over a pair of streams until the client leaves or the signal says stop. */
import { fileURLToPath } from "node:url";
import { type FrameInput, type FrameOutput, type Host, toJigError, watchAncestors } from "../host/frontend-api.ts";
import { profileOf } from "./client-profiles.ts";
import { Session } from "./mcp-session.ts";
import type { SdkServer } from "./sdk-server.ts";
import { ServedHost } from "./served-host.ts";
import { type AnswerSettings, budgetOf, connect, describeServer, startNotes } from "./server.ts";
import { instructionsFor } from "./server-instructions.ts";
import { StdioTransport } from "./stdio-transport.ts";

export interface McpOptions extends AnswerSettings {
  input: FrameInput;
  /** Frames and nothing else; see `claimStdout`. */
  output: FrameOutput;
  /** Diagnostics, a line each. */
  error: { write(text: string): unknown };
  version: string;
  /** Aborted by SIGINT and SIGTERM: calls are cancelled and the frontend closes. */
  signal?: AbortSignal;
  /** Ask an older client for its roots: where neither flag nor environment named any. */
  askForRoots?: boolean;
}

/** After the end of its input, a client that takes nothing for so long is taken to read no more. */
const MAX_STALL_MS = 1000;
/** How often that is checked, in ms. */
const LAST_LOOK_MS = 100;
/** A client that does not read must not hold us. */
const CLOSING_MS = 300;

/** Resolves to the exit code. `hostFor` makes the host, for the roots that a client named or by the usual order. */
export async function serveMcp(hostFor: (roots?: string[]) => Promise<Host>, options: McpOptions): Promise<number> {
  // Read at the start: when the input ends, a client that was killed may be gone already.
  const areAncestorsThere = watchAncestors();
  const note = (line: string) => void options.error.write(`jig mcp: ${line}\n`);
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
 * Resolves when every request that is still running has its answer, each within its own time limit, so that `printf … | jig mcp` gets
 * them all; or when they are not read: the client takes nothing, or it is gone, itself or a program between it and us.
 */
async function lastAnswers(session: Session, wire: StdioTransport, areAncestorsThere: () => boolean): Promise<void> {
  let isIdle = false;
  const idle = session.idle().then(() => {
    isIdle = true;
  });
  while (!isIdle && wire.stalledMs < MAX_STALL_MS && areAncestorsThere()) {
    // This wait keeps the process alive: what runs may have nothing else that does.
    await Promise.race([idle, new Promise((resolve) => setTimeout(resolve, LAST_LOOK_MS))]);
  }
}

function pathOf(uri: string): string[] {
  try {
    return [fileURLToPath(uri)];
  } catch {
    return []; // Not a file: URI, so not a place on this machine.
  }
}

/** Does not keep the process alive by itself. */
function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
