/** One process of a third-party plugin, seen from the host: frames in and out, its log, its end with all that it started. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createLogLimit, type Log } from "../capabilities/log-limit.ts";
import { killTree, type ProcessStart } from "../capabilities/processes.ts";
import { JigError, toJigError } from "../contract/errors.ts";
import { isObject } from "../contract/is-object.ts";
import { checkedLevel, parseShallow } from "../manifest/plugin-values.ts";
import type { ChildStart } from "../sandbox/confinement.ts";
import { newMark, type OrphanGuard } from "../sandbox/orphan-guard.ts";
import { killMarked, MARK_VARIABLE, watchTree } from "../sandbox/process-tree.ts";
import { type Moment, momentNow } from "../sandbox/started-since.ts";
import { type ChildMessage, createLineSplitter, type Hello, type HostMessage, whyDropped } from "./frames.ts";

/** A longer line is not an answer but an attack on the host's memory. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;
const MAX_UNREAD_BYTES = 256 * 1024 * 1024;
const MOSTLY_READ_BYTES = 8 * 1024 * 1024;
const DRAIN_POLL_MS = 5;
/** How long the pipes of a process that ended are read. */
const PIPE_MS = 500;
/** Characters of its last lines, for the error when it ends by itself. */
const TAIL_CHARS = 2000;
/** What a process may print beside its frames between two answers. */
const MAX_STRAY_BYTES = 16 * 1024 * 1024;

export interface ChildLink {
  readonly pid: number | undefined;
  send(message: HostMessage): void;
  /** Resolves when most is read, or the process has ended. */
  drained(): Promise<void>;
  /** Ends the process and all that it started; `error` is what its calls fail with. */
  kill(error: JigError): void;
  /** Its last lines that were no messages. */
  printed(): string;
}

export interface ChildLimits {
  guard: OrphanGuard;
  /** Megabytes that it may hold, with all that it starts. */
  memoryMb: number;
  /** Megabytes that its own folders may hold together. */
  storageMb: number;
}

export interface ChildEvents {
  /** Returns false for a frame that belongs to nothing: it counts as print. */
  onFrame(frame: ChildMessage): boolean;
  onEnd(error: JigError): void;
  /** Whether a call is under way. */
  busy(): boolean;
  log: Log;
}

export function startChild(
  start: ChildStart,
  hello: Omit<Hello, "word">,
  { guard, memoryMb, storageMb }: ChildLimits,
  events: ChildEvents,
): ChildLink {
  const word = randomBytes(16).toString("hex");
  const mark = newMark();
  const since = momentNow();
  const prefix = Buffer.from(`${word} `);
  const limit = createLogLimit(events.log);
  const plain: ProcessStart = {
    command: start.command,
    args: start.args,
    env: { ...start.env, [MARK_VARIABLE]: mark },
    cwd: start.cwd,
  };
  const { child, confined } = spawnConfined(start, plain, mark);
  const group = start.groupOf?.(mark);
  const unguard = guard.add(child.pid, mark);
  const endNetwork = child.pid === undefined ? undefined : confined?.begun?.(child.pid);
  let ended = false;
  let stray = 0;
  let unread = 0;
  /** Its last lines that were no messages: they may say why it ended. */
  let tail = "";

  const end = (reason: JigError) => {
    if (ended) return;
    ended = true;
    const error = watch?.stop() ?? reason;
    group?.kill();
    endTree(child, mark, since);
    group?.remove();
    unguard();
    endNetwork?.();
    start.ended?.();
    limit.flush();
    events.onEnd(error);
  };
  const { pid } = child;
  const watch =
    pid === undefined
      ? undefined
      : watchTree(
          { pid, mark, memoryMb, storageMb, keeps: start.keeps ?? [], since, group },
          (error) => end(error),
          events.busy,
        );
  const countStray = ({ length }: Buffer) => {
    stray += length;
    if (stray <= MAX_STRAY_BYTES) return;
    end(new JigError("LIMIT_EXCEEDED", `It printed more than ${MAX_STRAY_BYTES} bytes beside its answers`));
  };
  const print = (line: Buffer) => {
    if (line.length === 0) return;
    limit.line("info", line.toString());
    tail = `${tail}${line}\n`.slice(-TAIL_CHARS);
    countStray(line);
  };
  const receive = (line: Buffer) => {
    if (ended) return;
    if (!line.subarray(0, prefix.length).equals(prefix)) return print(line);
    try {
      const message: unknown = parseShallow(line.subarray(prefix.length).toString());
      const frame = message as ChildMessage;
      if (!isObject(message)) throw new JigError("COMMAND_FAILED", "It broke the protocol: a message is a JSON object");
      const dropped = whyDropped(message);
      if (dropped !== undefined) {
        limit.line("warn", `A message is dropped: it ${dropped}`);
        countStray(line);
      } else if (frame.type === "log") {
        limit.line(checkedLevel(frame.level), String(frame.message));
        countStray(line);
      } else if (!events.onFrame(frame)) countStray(line);
      else if (frame.type === "answer") stray = 0;
    } catch (error) {
      end(
        error instanceof JigError
          ? error
          : new JigError("COMMAND_FAILED", `It broke the protocol: ${toJigError(error).message}`),
      );
    }
  };
  const tooLong = () => end(new JigError("LIMIT_EXCEEDED", `It sent a line of more than ${MAX_LINE_BYTES} bytes`));

  child.once("error", (error) => end(new JigError("UNAVAILABLE", `It cannot be started: ${error.message}`)));
  child.once("exit", (code, signal) => {
    if (ended) return;
    const finish = () => {
      clearTimeout(timer);
      end(exitError(code, signal, tail.trim()));
    };
    // Its last frames may be in the pipe, which a process that it left behind may hold open.
    const timer = setTimeout(finish, PIPE_MS);
    child.once("close", finish);
  });
  child.stdin?.on("error", () => {});
  child.stdout?.on("data", createLineSplitter(receive, MAX_LINE_BYTES, tooLong));
  child.stderr?.on("data", createLineSplitter(print, 1024 * 1024, tooLong));
  const link: ChildLink = {
    pid,
    send(message) {
      // One that could not start may have no pipes, and its error is about to come.
      if (ended || pid === undefined) return;
      watch?.wake();
      const line = `${JSON.stringify(message)}\n`;
      unread += line.length;
      // Bun says of no pipe how much of it is unread.
      child.stdin!.write(line, () => {
        unread -= line.length;
      });
      if (unread > MAX_UNREAD_BYTES) {
        end(new JigError("LIMIT_EXCEEDED", `It left more than ${MAX_UNREAD_BYTES} bytes unread`));
      }
    },
    async drained() {
      while (!ended && unread > MOSTLY_READ_BYTES) {
        await new Promise((settle) => setTimeout(settle, DRAIN_POLL_MS));
      }
    },
    kill: end,
    printed: () => tail.trim(),
  };
  link.send({ ...hello, word });
  return link;
}

/** Releases the folders and the group of a process that cannot be prepared or started. */
function spawnConfined(start: ChildStart, plain: ProcessStart, mark: string) {
  try {
    const confined = start.confine?.(plain, mark);
    const { command, args, env, cwd } = confined ?? plain;
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: ["pipe", "pipe", "pipe"],
      detached: true,
      windowsHide: true,
    });
    return { child, confined };
  } catch (error) {
    start.groupOf?.(mark)?.remove();
    start.ended?.();
    throw error;
  }
}

function exitError(code: number | null, signal: string | null, printed: string): JigError {
  const how = signal ? `It was ended by ${signal}` : `It ended with exit code ${code}`;
  return new JigError("COMMAND_FAILED", how, printed === "" ? {} : { details: { stderr: printed } });
}

/** Everything is killed at once: a plugin has no state of its own that a slow end could save. */
function endTree(child: ChildProcess, mark: string, since: Moment | undefined): void {
  child.stdin?.destroy();
  child.stdout?.destroy();
  child.stderr?.destroy();
  if (child.pid !== undefined) killTree(child, "SIGKILL");
  killMarked(mark, since);
}
