/** Opens a connection to the right Editor, waiting out reloads: one look at settings and locks, one try, and how long to go on. */
import path from "node:path";
import { type JigError, type RunRequest, type ServiceContext, toJigError } from "../../../../core/host/plugin-api.ts";
import type { Caller } from "../../command/command.ts";
import { type Deadline, LATE } from "../../command/deadline.ts";
import type { Timing } from "../../command/timeouts.ts";
import { type EditorSettings, IPC_SETTINGS, isSettingsFault, readSettings } from "../../editor/editor-settings.ts";
import { describeEndpoint, type Endpoint, endpointsOf } from "../../editor/endpoint.ts";
import { isSameProject, projectOfVersion, stampFor, strangerAt, wrongProject } from "../../editor/identity.ts";
import { blockingLock, type Lock, readLocks } from "../../editor/locks.ts";
import { type Editors, findEditors, listenerAt } from "../../editor/running-unity.ts";
import { Channel } from "../../protocol/channel.ts";
import type { IdentityStamp } from "../../protocol/message.ts";
import { editorCodeOf, editorError } from "../../tools/error-envelope.ts";
import { isPassing, isUnknownTool, refusalOf } from "../error-reply.ts";
import { SocketTrust } from "../socket-trust.ts";
import { closing, explained, isUnreachable, lockedBy, silent, stillAway, unreachable } from "./connection-errors.ts";

/** Session refusals in a row after which the Editor's own identity check is done without. */
export const STAMP_REFUSALS = 3;
/** Longest wait for what the machine's processes tell, ms. */
const PROCESS_LOOK_MS = 400;

/** A connection whose other end is known to be this project's Editor, or (`unproven`) one too old to say. */
export interface Link {
  channel: Channel;
  endpoint: Endpoint;
  stamp: IdentityStamp | undefined;
  unproven: boolean;
}

/** What the project's files say about its Editor at one moment. */
export interface Look {
  settings: EditorSettings | undefined;
  settingsFault: JigError | undefined;
  /** The project was opened by an Editor of the socket generation. */
  hasIpcSettings: boolean;
  locks: Lock[];
  endpoints: Endpoint[];
}

/** `accepted`: something listens there, so it is worth more patience than a refusal. */
export type Attempt = { link: Link } | { trouble: JigError; accepted: boolean; stampRefused?: boolean };

export interface OpenOptions {
  /** One round trip before anything is sent: finds a dying server while nothing is lost yet. */
  roundTrip: boolean;
  /** The Editor cannot judge stamps at the moment: ask for its project instead. */
  unstamped?: boolean;
}

export class Opener {
  readonly #context: ServiceContext;
  readonly #projectRoot: string;
  readonly #timing: Timing;
  #lastEditors: { at: number; editors: Promise<Editors | undefined> } | undefined;
  /** A reload was announced and its end not yet seen: until when a refusal means "coming back". */
  #returnUntil = 0;
  readonly #trust: SocketTrust;

  constructor(context: ServiceContext, projectRoot: string, timing: Timing) {
    this.#context = context;
    this.#projectRoot = projectRoot;
    this.#timing = timing;
    this.#trust = new SocketTrust(
      (request) => context.run(request),
      context.signal,
      () => context.clock.monotonic(),
    );
  }

  /** The Editor said on a connection that it reloads. */
  expectReturn(): void {
    this.#returnUntil = this.#context.clock.monotonic() + this.#timing.reload;
  }

  /** Waits until the Editor can take a command. Throws what is wrong and what to do: at once where nothing is coming back, else at the deadline. */
  async open(caller: Caller, options: OpenOptions): Promise<Link> {
    const { clock } = this.#context;
    const started = clock.monotonic();
    let patience = started + this.#timing.quiet;
    let pause = this.#timing.poll;
    let refusals = 0;
    for (;;) {
      const look = await this.look();
      const lock = blockingLock(look.locks, this.#timing.lockFresh);
      const roundTrip = options.roundTrip || look.locks.length > 0;
      const unstamped = options.unstamped === true || refusals >= STAMP_REFUSALS;
      const attempt: Attempt = lock
        ? { trouble: lockedBy(lock), accepted: false }
        : await this.attempt(look, caller.deadline, { roundTrip, unstamped });
      if ("link" in attempt) {
        this.#returnUntil = 0;
        return attempt.link;
      }
      if (attempt.stampRefused) refusals++;
      const now = clock.monotonic();
      if (this.isAway(look)) patience = Math.max(patience, now + this.#timing.lockGone);
      if (attempt.accepted) patience = Math.max(patience, started + this.#timing.closing);
      if (caller.deadline.remaining === 0) {
        // An Editor that is on its way back is not gone, whatever its port says.
        throw this.isAway(look) && isUnreachable(attempt.trouble) ? stillAway(attempt.trouble) : attempt.trouble;
      }
      if (now >= patience) throw await this.#explained(attempt.trouble, look, caller.deadline);
      caller.progress({ message: `Waiting for Unity: ${attempt.trouble.message}` });
      await caller.deadline.sleep(pause);
      pause = Math.min(pause * 1.5, this.#timing.pollMax);
    }
  }

  async look(): Promise<Look> {
    const { files, clock } = this.#context;
    const [read, locks, hasIpcSettings] = await Promise.all([
      readSettings(files, this.#projectRoot).catch((thrown: unknown) => toJigError(thrown)),
      readLocks(files, clock, this.#projectRoot),
      files.stat(path.join(this.#projectRoot, IPC_SETTINGS)).then(
        () => true,
        () => false,
      ),
    ]);
    const settingsFault = isSettingsFault(read) ? (read as JigError) : undefined;
    const settings = settingsFault ? undefined : (read as EditorSettings | undefined);
    const endpoints = endpointsOf(this.#projectRoot, settings, hasIpcSettings);
    return { settings, settingsFault, hasIpcSettings, locks, endpoints };
  }

  /** One try at every place where the Editor may listen. Throws WRONG_PROJECT and PROTOCOL_ERROR. */
  async attempt(look: Look, deadline: Deadline, options: OpenOptions): Promise<Attempt> {
    let refused: Endpoint | undefined;
    for (const endpoint of look.endpoints) {
      const channel = (await this.#mayDial(endpoint, look)) ? await this.#connect(endpoint, deadline) : undefined;
      const attempt = channel && (await this.#tried(channel, endpoint, look, deadline, options));
      if (attempt) return attempt;
      refused ??= endpoint;
    }
    return { trouble: unreachable(look, refused, this.#projectRoot), accepted: false };
  }

  /** Who answers at a doubtful place may be anybody: without a proof it is as good as empty. */
  async #tried(
    channel: Channel,
    endpoint: Endpoint,
    look: Look,
    deadline: Deadline,
    options: OpenOptions,
  ): Promise<Attempt | undefined> {
    if (!endpoint.doubtful) return this.#verify(channel, endpoint, look, deadline, options);
    try {
      const part = deadline.within(this.#timing.doubtful);
      const attempt = await this.#verify(channel, endpoint, look, part, options);
      return "link" in attempt ? attempt : undefined;
    } catch (thrown) {
      if (["WRONG_PROJECT", "PROTOCOL_ERROR"].includes(editorCodeOf(thrown) ?? "")) return undefined;
      throw thrown;
    }
  }

  /** A socket in a folder that others can write to may be anybody's. Looked at only where the project's own files lead there: that look takes a process. */
  async #mayDial(endpoint: Endpoint, look: Look): Promise<boolean> {
    if (endpoint.kind === "tcp" || !endpoint.path.startsWith("/")) return true;
    if (!look.hasIpcSettings) return false;
    const trust = await this.#trust.look(path.dirname(endpoint.path));
    if (trust.state === "unsafe") throw trust.error;
    return trust.state === "trusted";
  }

  async #connect(endpoint: Endpoint, deadline: Deadline): Promise<Channel | undefined> {
    const to = endpoint.kind === "tcp" ? { host: endpoint.host, port: endpoint.port } : { path: endpoint.path };
    try {
      const options = { timeoutMs: Math.max(1, Math.min(1_000, deadline.remaining)), signal: deadline.signal };
      return new Channel(await this.#context.net.connect(to, options));
    } catch {
      deadline.throwIfCancelled();
      return undefined;
    }
  }

  async #verify(
    channel: Channel,
    endpoint: Endpoint,
    look: Look,
    deadline: Deadline,
    options: OpenOptions,
  ): Promise<Attempt> {
    const where = describeEndpoint(endpoint);
    const stamp = options.unstamped ? undefined : stampFor(this.#projectRoot, look.settings, endpoint);
    if (stamp && !options.roundTrip) return { link: { channel, endpoint, stamp, unproven: false } };
    let link: Link | undefined;
    try {
      const reply = await deadline.race(channel.request("get-version", {}, stamp));
      if (reply === LATE) return { trouble: silent(where), accepted: true };
      if (reply.kind === "garbled") throw reply.error;
      if (reply.kind === "closed") {
        if (reply.farewell === "reload") this.expectReturn();
        return { trouble: closing(where), accepted: true };
      }
      if (reply.kind === "error" && stamp && isPassing(reply.error)) {
        return { trouble: editorError("EDITOR_BUSY", reply.error.message), accepted: true, stampRefused: true };
      }
      if (reply.kind === "error" && /different project|x-uloop/.test(reply.error.message)) {
        throw refusalOf(reply.error, "get-version", undefined);
      }
      const older = reply.kind === "error" && isUnknownTool(reply.error, "get-version");
      if (older && stamp && endpoint.kind === "tcp") throw strangerAt(where);
      const theirs = reply.kind === "result" ? projectOfVersion(reply.result) : undefined;
      if (theirs !== undefined && !(await isSameProject(this.#context.workspace, theirs, this.#projectRoot))) {
        throw wrongProject(theirs, this.#projectRoot, where);
      }
      // On TCP an answer without a project is no proof, whatever stamp it let pass: who judges stamps says its project too.
      const mute = reply.kind === "result" && endpoint.kind === "tcp";
      const unproven = theirs === undefined && (stamp === undefined || mute);
      if (unproven && endpoint.doubtful) throw strangerAt(where);
      const known = unproven && endpoint.kind === "tcp" && (await this.#knownByProcess(endpoint.port, where, deadline));
      link = { channel, endpoint, stamp, unproven: unproven && !known };
      return { link };
    } finally {
      if (!link) channel.close();
    }
  }

  /** An Editor too old to say which project it has open is known by the process that listens there. Throws WRONG_PROJECT for another project's; false where nothing tells. */
  async #knownByProcess(port: number, where: string, deadline: Deadline): Promise<boolean> {
    const editors = await this.#editors(deadline);
    if (!editors || (!editors.ours && editors.others.length === 0)) return false;
    const run = (request: RunRequest) => this.#context.run(request);
    const listener = listenerAt(run, port, this.#context.signal).catch(() => undefined);
    const pid = await deadline.within(PROCESS_LOOK_MS).race(listener);
    const other = editors.others.find((each) => each.pid === pid);
    if (other) throw wrongProject(other.project, this.#projectRoot, where);
    return editors.ours !== undefined && editors.ours.pid === pid;
  }

  /** The machine's Editors, looked up at most every few seconds; undefined where that fails or takes long. */
  async #editors(deadline: Deadline): Promise<Editors | undefined> {
    const now = this.#context.clock.monotonic();
    if (!this.#lastEditors || now - this.#lastEditors.at > this.#timing.editors) {
      const editors = findEditors(this.#context, this.#projectRoot, this.#context.signal).catch(() => undefined);
      this.#lastEditors = { at: now, editors };
    }
    const found = await deadline.within(PROCESS_LOOK_MS).race(this.#lastEditors.editors);
    return found === LATE ? undefined : found;
  }

  /** Signs that an Editor which does not answer is on its way back. */
  isAway(look: Look): boolean {
    if (this.#context.clock.monotonic() < this.#returnUntil) return true;
    if (look.locks.some((lock) => lock.ageMs <= this.#timing.reload)) return true;
    const { settings } = look;
    return settings?.reloading === true && this.#context.clock.now() - settings.mtimeMs <= this.#timing.reload;
  }

  /** Adds what the machine's processes and left-over locks tell; only reached when the answer is a failure anyway. */
  async #explained(trouble: JigError, look: Look, deadline: Deadline): Promise<JigError> {
    if (!isUnreachable(trouble)) return trouble;
    return explained(trouble, look, await this.#editors(deadline));
  }
}
