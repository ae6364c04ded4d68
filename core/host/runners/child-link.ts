/**
 * Our end of the process of a third-party plugin. It reads and writes frames, keeps the log, and kills the process along with
 * everything it started.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createLogLimit, type Log } from "../capabilities/log-limit.ts";
import { killTree, type ProcessStart } from "../capabilities/processes.ts";
import { JigError, toJigError } from "../contract/errors.ts";
import { isObject } from "../contract/is-object.ts";
import { shortText } from "../contract/short-json.ts";
import { jsonFault } from "../manifest/json-fault.ts";
import { checkedLevel, parseShallow } from "../manifest/plugin-values.ts";
import type { ChildStart } from "../sandbox/confinement.ts";
import { newMark, type OrphanGuard } from "../sandbox/orphan-guard.ts";
import { killMarked, MARK_VARIABLE, watchTree } from "../sandbox/process-tree.ts";
import { type Moment, momentNow } from "../sandbox/started-since.ts";
import { type ChildMessage, createLineSplitter, type Hello, type HostMessage } from "./frames.ts";
import { isAwaited, messageIn, saysThreadEnded, whyDropped } from "./message-faults.ts";
import { notStarted } from "./not-started.ts";
import { ANSWER_LESS } from "./one-shot-command.ts";
import { refuseOtherBytes } from "./utf8.ts";

/** Protects our memory from a child that never ends its line. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;
const MAX_UNREAD_BYTES = 256 * 1024 * 1024;
const MOSTLY_READ_BYTES = 8 * 1024 * 1024;
const DRAIN_POLL_MS = 5;
/** After a process has ended, its pipes may still contain data. They are read for this many milliseconds. */
const PIPE_MS = 500;
const FORMS =
  'Answer a call with {"type": "answer", "id": …, "value": {"value": …}}, and ask with {"type": "ask", "id": …, "scope": <id of the call>, "method": …, "args": […]}';
const NO_WORD = 'it is not on stdout, or lacks the word of "hello" and a space before it';
/** The end of the output, which is quoted in the error if the process ends unexpectedly. */
const TAIL_CHARS = 2000;
/** The number of bytes that the child may print between two responses, not including frames. */
const MAX_STRAY_BYTES = 16 * 1024 * 1024;

export interface ChildLink {
  readonly pid: number | undefined;
  send(message: HostMessage): void;
  /** Resolves when most of the output was read, or the process has ended. */
  drained(): Promise<void>;
  /** Kills the process and everything it has started. All pending calls fail with `error`. */
  kill(error: JigError): void;
  /** Returns the last lines that weren't messages. */
  printed(): string;
  /** Returns the first message that it printed without the word. */
  dropped(): string | undefined;
}

export interface ChildLimits {
  guard: OrphanGuard;
  /** In megabytes, including child processes. */
  memoryMb: number;
  /** The total size of its folders in megabytes. */
  storageMb: number;
}

export interface ChildEvents {
  /** Returns false for an unexpected frame, which is then treated like any other output. */
  onFrame(frame: ChildMessage): boolean;
  onEnd(error: JigError): void;
  /** Called if one of its threads ended by an exception while the process continues to run. */
  onThreadEnd?(): void;
  /** Returns true while any call is in progress. */
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
  /** The last lines that weren't messages, since they may explain why the process ended. */
  let tail = "";
  let dropped: string | undefined;

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
    end(
      new JigError("LIMIT_EXCEEDED", `It printed more than ${MAX_STRAY_BYTES} bytes in addition to its answers`, {
        hint: "Log less, and write data to files",
      }),
    );
  };
  const print = (line: Buffer) => {
    if (line.length === 0) return;
    const message = dropped === undefined ? messageIn(line) : undefined;
    if (message === undefined) limit.line("info", line.toString());
    else limit.line("warn", `A message was dropped: ${NO_WORD}: ${message}`);
    dropped ??= message;
    tail = `${tail}${line}\n`.slice(-TAIL_CHARS);
    countStray(line);
  };
  const receive = (line: Buffer) => {
    if (ended) return;
    if (!line.subarray(0, prefix.length).equals(prefix)) return print(line);
    try {
      refuseOtherBytes(line, "It broke the protocol: a message");
      const message: unknown = parsedMessage(line.subarray(prefix.length).toString());
      const frame = message as ChildMessage;
      if (!isObject(message)) throw new JigError("COMMAND_FAILED", "It broke the protocol: a message is a JSON object");
      const dropped = whyDropped(message);
      // Without a valid id, there is no call that could be settled.
      if (dropped !== undefined && message.type === "answer")
        throw new JigError("COMMAND_FAILED", `It broke the protocol: an answer ${dropped}, that of the call`);
      if (dropped !== undefined && isAwaited(message))
        throw new JigError("COMMAND_FAILED", `It broke the protocol: a message ${dropped}`, {
          hint: FORMS,
        });
      if (dropped !== undefined) {
        limit.line("warn", `A message was dropped: it ${dropped}`);
        countStray(line);
      } else if (frame.type === "log") {
        limit.line(checkedLevel(frame.level), String(frame.message));
        countStray(line);
      } else if (!events.onFrame(frame)) {
        if (frame.type === "answer" && !ended)
          limit.line("warn", `A second answer to the call ${frame.id} was dropped`);
        countStray(line);
      } else if (frame.type === "answer") stray = 0;
    } catch (error) {
      end(
        error instanceof JigError
          ? error
          : new JigError("COMMAND_FAILED", `It broke the protocol: ${toJigError(error).message}`),
      );
    }
  };
  const tooLong = () =>
    end(new JigError("LIMIT_EXCEEDED", `It sent a line of more than ${MAX_LINE_BYTES} bytes`, { hint: ANSWER_LESS }));

  child.once("error", (error) => end(new JigError("UNAVAILABLE", `It cannot be started: ${error.message}`)));
  child.once("exit", (code, signal) => {
    if (ended) return;
    const finish = () => {
      clearTimeout(timer);
      end(notStarted("It", start.command, start.cwd, code) ?? exitError(code, signal, tail.trim()));
    };
    // The last frames may still be in the pipe. We don't wait for its end, because a remaining child could keep the pipe open
    // forever.
    const timer = setTimeout(finish, PIPE_MS);
    child.once("close", finish);
  });
  child.stdin?.on("error", () => {});
  child.stdout?.on("data", createLineSplitter(receive, MAX_LINE_BYTES, tooLong));
  const printError = (line: Buffer) => {
    print(line);
    if (!ended && saysThreadEnded(line)) events.onThreadEnd?.();
  };
  child.stderr?.on("data", createLineSplitter(printError, 1024 * 1024, tooLong));
  const link: ChildLink = {
    pid,
    send(message) {
      // If the process could not be started, there are no pipes. The error arrives in a moment.
      if (ended || pid === undefined) return;
      watch?.wake();
      const line = `${JSON.stringify(message)}\n`;
      unread += line.length;
      // Bun can't tell how much of a pipe hasn't been read.
      child.stdin!.write(line, () => {
        unread -= line.length;
      });
      if (unread > MAX_UNREAD_BYTES) {
        end(new JigError("LIMIT_EXCEEDED", `It left more than ${MAX_UNREAD_BYTES} bytes of input unread`));
      }
    },
    async drained() {
      while (!ended && unread > MOSTLY_READ_BYTES) {
        await new Promise((settle) => setTimeout(settle, DRAIN_POLL_MS));
      }
    },
    kill: end,
    printed: () => tail.trim(),
    dropped: () => dropped,
  };
  link.send({ ...hello, word });
  return link;
}

/** Starts the process. If this fails, its folders and its group are released again. */
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
  const how = signal ? `It was killed by ${signal}` : `It exited with exit code ${code}`;
  return new JigError("COMMAND_FAILED", how, printed === "" ? {} : { details: { stderr: printed } });
}

/** SIGKILL is sent immediately, because plugins have nothing to save when they end. */
function endTree(child: ChildProcess, mark: string, since: Moment | undefined): void {
  child.stdin?.destroy();
  child.stdout?.destroy();
  child.stderr?.destroy();
  if (child.pid !== undefined) killTree(child, "SIGKILL");
  killMarked(mark, since);
}

/** Throws COMMAND_FAILED with the fault and the text, since `JSON.parse` shows neither. */
function parsedMessage(text: string): unknown {
  try {
    return parseShallow(text);
  } catch (error) {
    const fault = error instanceof JigError ? undefined : jsonFault(text);
    if (!fault) throw error;
    const place = `column ${fault.column}: ${fault.what}: ${shortText(text)}`;
    throw new JigError("COMMAND_FAILED", `It broke the protocol: a message is not JSON: ${place}`, {
      hint: `${fault.write}; write each message in one line, as json.dumps or JSON.stringify do`,
    });
  }
}
