/** Unity Pipeline's HTTP server of one project: finding it, proving that it is this project's, and getting one request through, with what each answer says about whether anything ran. */
import {
  isObject,
  type JigError,
  type Json,
  type JsonObject,
  type ServiceContext,
} from "../../../../core/host/plugin-api.ts";
import type { Caller } from "../../command/command.ts";
import type { Timing } from "../../command/timeouts.ts";
import { isSameProject, wrongProject } from "../../editor/identity.ts";
import { NOT_BACK } from "../../editor/menu-paths.ts";
import { UnityProcess } from "../../editor/unity-process.ts";
import { asObject } from "../../protocol/message.ts";
import { editorError } from "../../tools/error-envelope.ts";
import { LEAST_LOOKS, pauseAfter } from "../deliver.ts";
import { ask } from "../http-request.ts";
import { type PortFile, readPortFile } from "./port-file.ts";

export interface Call {
  method: "GET" | "POST";
  path: string;
  body?: JsonObject;
  /** The call itself is the command: sending it counts. */
  isCommand?: boolean;
}

/** An answer that is no refusal by which nothing ran, or the loss of one. */
export type Reply =
  | { kind: "answer"; status: number; body: JsonObject }
  | { kind: "lost" }
  | { kind: "late" }
  | { kind: "garbled"; error: JigError };

/** By these nothing ran, and the same may work in a moment. */
const PASSING: Record<number, string> = { 429: "Unity Pipeline has too many jobs", 503: "Unity Pipeline is busy" };

export class PipelineServer {
  readonly process: UnityProcess;
  readonly #context: ServiceContext;
  readonly #projectRoot: string;
  readonly #timing: Timing;
  /** Of the port file last read. */
  unityVersion = "";
  endpoint = "";

  constructor(context: ServiceContext, projectRoot: string, timing: Timing) {
    this.#context = context;
    this.#projectRoot = projectRoot;
    this.#timing = timing;
    this.process = new UnityProcess(context, projectRoot, timing);
  }

  /** Its port file and its answer with the file's token belong together. */
  async isThere(caller: Caller): Promise<boolean> {
    return (await this.#status(caller)) !== undefined;
  }

  /** It is there and has settled. */
  async isReady(caller: Caller): Promise<boolean> {
    return (await this.#status(caller)) === "ready";
  }

  async #status(caller: Caller): Promise<string | undefined> {
    const reading = await readPortFile(this.#context.files, this.#context.clock, this.#projectRoot);
    if (!("file" in reading) || !(await this.#isOurs(reading.file))) return undefined;
    const part = caller.deadline.within(this.#timing.probe);
    const reply = await ask(this.#context.net, { ...head(reading.file, "GET", "/api/status"), deadline: part });
    if (reply.kind !== "answer" || reply.status !== 200) return undefined;
    this.process.heard();
    const read = readAnswer(reply.status, reply.text);
    return read.kind === "answer" ? String(read.body.status ?? "") : undefined;
  }

  #isOurs({ projectPath }: PortFile): Promise<boolean> {
    return isSameProject(this.#context.workspace, projectPath, this.#projectRoot);
  }

  /** Waits for the server as long as its process speaks for it, and for a busy one until the deadline. Throws only what means that nothing ran. */
  async send(call: Call, caller: Caller): Promise<Reply> {
    const { clock, files, net } = this.#context;
    const started = clock.monotonic();
    let pause = this.#timing.poll;
    let refused: string | undefined;
    for (let looks = 1; ; looks++) {
      const reading = await readPortFile(files, clock, this.#projectRoot);
      let why = "why" in reading ? reading.why : "";
      if ("file" in reading) {
        const { file } = reading;
        if (!(await this.#isOurs(file)))
          throw wrongProject(
            file.projectPath,
            this.#projectRoot,
            `127.0.0.1:${file.port}`,
            "(it rewrites its port file)",
          );
        this.unityVersion = file.unityVersion;
        this.endpoint = `127.0.0.1:${file.port}`;
        const reply = await ask(net, {
          ...head(file, call.method, call.path),
          ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
          deadline: caller.deadline,
          onSent: call.isCommand ? () => caller.sent?.(true) : undefined,
        });
        if (reply.kind === "answer") {
          this.process.heard();
          if (reply.status === 401) {
            caller.sent?.(false);
            // The token changes with the Editor's session: the file has the new one, or will in a moment.
            if (refused === file.token) throw tokenRefused(file.port);
            refused = file.token;
            await caller.deadline.sleep(this.#timing.poll);
            continue;
          }
          if (reply.status in PASSING) {
            caller.sent?.(false);
            why = saidBy(withoutToken(reply.text, file.token)) || PASSING[reply.status]!;
            caller.progress({ message: `Waiting: ${why}` });
            await pauseAfter(stillBusy(why), pause, caller);
            pause = Math.min(pause * 1.5, this.#timing.busyPoll);
            continue;
          }
          return readAnswer(reply.status, withoutToken(reply.text, file.token));
        }
        if (reply.kind !== "unreachable") return reply;
        why = reply.why;
      }
      const patience = await this.process.patience(caller.deadline);
      const over = looks >= LEAST_LOOKS && clock.monotonic() - started >= patience;
      if (over || caller.deadline.remaining === 0) {
        throw await this.#away(why, patience > this.#timing.quiet, caller);
      }
      caller.progress({ message: `Waiting for Unity: ${why}` });
      await caller.deadline.sleep(pause);
      pause = Math.min(pause * 1.5, this.#timing.pollMax);
    }
  }

  async #away(why: string, returning: boolean, caller: Caller): Promise<JigError> {
    const told = await this.process.told(caller.deadline.within(500)).catch(() => "");
    return editorError(returning ? "EDITOR_BUSY" : "EDITOR_NOT_REACHABLE", `${why}${told}`, {
      hint: returning
        ? `Nothing was sent. ${NOT_BACK}`
        : "Open the project in Unity: the package com.unity.pipeline starts its server by itself",
      details: { dispatched: false, returning },
    });
  }
}

function head({ port, token }: PortFile, method: "GET" | "POST", path: string) {
  return { port, method, path, headers: { Authorization: `Bearer ${token}` } };
}

/** The token opens the Editor to whoever reads it: it stands in no answer, whatever the Editor's side repeats, and however it escapes that. */
function withoutToken(text: string, token: string): string {
  const longest = token.match(/[A-Za-z0-9]+/g)?.reduce((one, other) => (other.length > one.length ? other : one));
  if (longest === undefined || !text.includes(longest)) return text;
  const hidden = (said: string) => said.replaceAll(token, "[token]");
  try {
    return JSON.stringify(JSON.parse(text, (_, value: Json) => (typeof value === "string" ? hidden(value) : value)));
  } catch {
    return hidden(text);
  }
}

function readAnswer(status: number, text: string): Reply {
  try {
    const body = JSON.parse(text) as Json;
    if (isObject(body)) return { kind: "answer", status, body };
  } catch {
    // Told below.
  }
  const error = editorError("PROTOCOL_ERROR", `Unity Pipeline answered ${status} with something else than JSON`);
  return { kind: "garbled", error };
}

function saidBy(text: string): string {
  try {
    const { message, error, errorDetails } = asObject(JSON.parse(text) as Json);
    const said = [error, message, errorDetails].filter((each) => typeof each === "string" && each !== "");
    return said.slice(0, 2).join(": ");
  } catch {
    return "";
  }
}

function tokenRefused(port: number): JigError {
  return editorError(
    "NOT_TRUSTED",
    `Unity Pipeline at 127.0.0.1:${port} does not accept the token of this project's port file`,
    {
      hint: "Nothing was run. Another Editor may have taken the port: restart the Editor of this project",
      details: { dispatched: false },
    },
  );
}

function stillBusy(why: string): JigError {
  return editorError("EDITOR_BUSY", `Refused until the time was over: ${why}`, {
    hint: "Nothing was run. Ask again later or with a greater TimeoutSeconds; a dialog may wait for a click: focus-window",
    details: { dispatched: false },
  });
}
