/** Opens a connection to the right Editor, and waits for reloads. */
import path from "node:path";
import { type JigError, type RunRequest, type ServiceContext, toJigError } from "../../../../core/host/plugin-api.ts";
import type { CommandContext } from "../../command/command.ts";
import { type Deadline, LATE } from "../../command/deadline.ts";
import { editorCodeOf, editorError } from "../../command/editor-errors.ts";
import type { Timeouts } from "../../command/timeouts.ts";
import { type EditorSettings, IPC_SETTINGS, isSettingsFault, readSettings } from "../../editor/editor-settings.ts";
import { describeEndpoint, type Endpoint, endpointsOf } from "../../editor/endpoint.ts";
import { blockingLock, readLocks } from "../../editor/locks.ts";
import {
  isSameProject,
  otherEditorError,
  projectOfVersion,
  stampFor,
  wrongProjectError,
} from "../../editor/project-identity.ts";
import { type Editors, findEditors, listenerAt } from "../../editor/unity-processes.ts";
import { Channel } from "../../protocol/channel.ts";
import type { IdentityStamp } from "../../protocol/message.ts";
import { errorOfReply, isTransient, isUnknownTool } from "../error-reply.ts";
import { SocketTrust } from "../socket-trust.ts";
import {
  closingError,
  type EditorProbe,
  isUnreachable,
  lockedError,
  reloadingError,
  silentError,
  unreachableError,
  withProcesses,
} from "./connection-errors.ts";

/** After this many consecutive session refusals, connect without the Editor's identity check. */
export const STAMP_REFUSALS = 3;
/** Longest wait for the list of processes, ms. */
const PROCESS_LIST_MS = 400;

/** A connection to this project's Editor, or (`unproven`) to one too old to tell its project. */
export interface Link {
  channel: Channel;
  endpoint: Endpoint;
  stamp: IdentityStamp | undefined;
  unproven: boolean;
}

/** `accepted`: something listens there, so retry longer than after a refusal. */
export type Attempt = { link: Link } | { error: JigError; accepted: boolean; stampRefused?: boolean };

export interface ConnectOptions {
  /** Do one round trip before the command, to detect a dying server while nothing is lost. */
  roundTrip: boolean;
  /** The Editor cannot check stamps at the moment, so ask for its project instead. */
  unstamped?: boolean;
}

export class Connector {
  readonly #host: ServiceContext;
  readonly #projectRoot: string;
  readonly #timeouts: Timeouts;
  #lastEditors: { at: number; editors: Promise<Editors | undefined> } | undefined;
  /** After an announced reload, the time until which a refusal means that the Editor is coming back. */
  #returnUntil = 0;
  readonly #trust: SocketTrust;

  constructor(host: ServiceContext, projectRoot: string, timeouts: Timeouts) {
    this.#host = host;
    this.#projectRoot = projectRoot;
    this.#timeouts = timeouts;
    this.#trust = new SocketTrust(
      (request) => host.run(request),
      host.signal,
      () => host.clock.monotonic(),
    );
  }

  /** Called when the Editor announced a reload. */
  expectReturn(): void {
    this.#returnUntil = this.#host.clock.monotonic() + this.#timeouts.reload;
  }

  /**
   * Waits until the Editor can take a command. Throws the problem and a remedy: at once if no Editor is coming back, else at
   * the deadline.
   */
  async open(context: CommandContext, options: ConnectOptions): Promise<Link> {
    const { clock } = this.#host;
    const started = clock.monotonic();
    let giveUpAt = started + this.#timeouts.quiet;
    let pause = this.#timeouts.poll;
    let refusals = 0;
    for (;;) {
      const probe = await this.probe();
      const lock = blockingLock(probe.locks, this.#timeouts.lockFresh);
      const roundTrip = options.roundTrip || probe.locks.length > 0;
      const unstamped = options.unstamped === true || refusals >= STAMP_REFUSALS;
      const attempt: Attempt = lock
        ? { error: lockedError(lock), accepted: false }
        : await this.attempt(probe, context.deadline, { roundTrip, unstamped });
      if ("link" in attempt) {
        this.#returnUntil = 0;
        return attempt.link;
      }
      if (attempt.stampRefused) refusals++;
      const now = clock.monotonic();
      if (this.isAway(probe)) giveUpAt = Math.max(giveUpAt, now + this.#timeouts.bindDelay);
      if (attempt.accepted) giveUpAt = Math.max(giveUpAt, started + this.#timeouts.closing);
      if (context.deadline.remaining === 0) {
        // An Editor that is reloading is not gone, even if its port is closed.
        throw this.isAway(probe) && isUnreachable(attempt.error) ? reloadingError(attempt.error) : attempt.error;
      }
      if (now >= giveUpAt) throw await this.#explained(attempt.error, probe, context.deadline);
      context.progress({ message: `Waiting for Unity: ${attempt.error.message}` });
      await context.deadline.sleep(pause);
      pause = Math.min(pause * 1.5, this.#timeouts.pollMax);
    }
  }

  async probe(): Promise<EditorProbe> {
    const { files, clock } = this.#host;
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

  /** One attempt at every possible address of the Editor. Throws WRONG_PROJECT and PROTOCOL_ERROR. */
  async attempt(probe: EditorProbe, deadline: Deadline, options: ConnectOptions): Promise<Attempt> {
    let refused: Endpoint | undefined;
    for (const endpoint of probe.endpoints) {
      const channel = (await this.#mayDial(endpoint, probe)) ? await this.#connect(endpoint, deadline) : undefined;
      const attempt = channel && (await this.#tried(channel, endpoint, probe, deadline, options));
      if (attempt) return attempt;
      refused ??= endpoint;
    }
    return { error: unreachableError(probe, refused, this.#projectRoot), accepted: false };
  }

  /** Anyone may answer at an untrusted address, so ignore it without proof. */
  async #tried(
    channel: Channel,
    endpoint: Endpoint,
    probe: EditorProbe,
    deadline: Deadline,
    options: ConnectOptions,
  ): Promise<Attempt | undefined> {
    if (!endpoint.doubtful) return this.#verify(channel, endpoint, probe, deadline, options);
    try {
      const part = deadline.within(this.#timeouts.doubtful);
      const attempt = await this.#verify(channel, endpoint, probe, part, options);
      return "link" in attempt ? attempt : undefined;
    } catch (thrown) {
      if (["WRONG_PROJECT", "PROTOCOL_ERROR"].includes(editorCodeOf(thrown) ?? "")) return undefined;
      throw thrown;
    }
  }

  /**
   * A socket in a folder that others can write to may belong to anyone. Checked only if the project's own files lead there,
   * because the check starts a process.
   */
  async #mayDial(endpoint: Endpoint, probe: EditorProbe): Promise<boolean> {
    if (endpoint.kind === "tcp" || !endpoint.path.startsWith("/")) return true;
    if (!probe.hasIpcSettings) return false;
    const trust = await this.#trust.check(path.dirname(endpoint.path));
    if (trust.state === "unsafe") throw trust.error;
    return trust.state === "trusted";
  }

  async #connect(endpoint: Endpoint, deadline: Deadline): Promise<Channel | undefined> {
    const to = endpoint.kind === "tcp" ? { host: endpoint.host, port: endpoint.port } : { path: endpoint.path };
    try {
      const options = { timeoutMs: Math.max(1, Math.min(1_000, deadline.remaining)), signal: deadline.signal };
      return new Channel(await this.#host.net.connect(to, options));
    } catch {
      deadline.throwIfCancelled();
      return undefined;
    }
  }

  async #verify(
    channel: Channel,
    endpoint: Endpoint,
    probe: EditorProbe,
    deadline: Deadline,
    options: ConnectOptions,
  ): Promise<Attempt> {
    const where = describeEndpoint(endpoint);
    const stamp = options.unstamped ? undefined : stampFor(this.#projectRoot, probe.settings, endpoint);
    if (stamp && !options.roundTrip) return { link: { channel, endpoint, stamp, unproven: false } };
    let link: Link | undefined;
    try {
      const reply = await deadline.race(channel.request("get-version", {}, stamp));
      if (reply === LATE) return { error: silentError(where), accepted: true };
      if (reply.kind === "garbled") throw reply.error;
      if (reply.kind === "closed") {
        if (reply.closeReason === "reload") this.expectReturn();
        return { error: closingError(where), accepted: true };
      }
      if (reply.kind === "error" && stamp && isTransient(reply.error)) {
        return { error: editorError("EDITOR_BUSY", reply.error.message), accepted: true, stampRefused: true };
      }
      if (reply.kind === "error" && /different project|x-uloop/.test(reply.error.message)) {
        throw errorOfReply(reply.error, "get-version", undefined);
      }
      const older = reply.kind === "error" && isUnknownTool(reply.error, "get-version");
      if (older && stamp && endpoint.kind === "tcp") throw otherEditorError(where);
      const theirs = reply.kind === "result" ? projectOfVersion(reply.result) : undefined;
      if (theirs !== undefined && !(await isSameProject(this.#host.workspace, theirs, this.#projectRoot))) {
        throw wrongProjectError(theirs, this.#projectRoot, where);
      }
      // On TCP an answer without a project proves nothing: an Editor that checks stamps also reports its project.
      const mute = reply.kind === "result" && endpoint.kind === "tcp";
      const unproven = theirs === undefined && (stamp === undefined || mute);
      if (unproven && endpoint.doubtful) throw otherEditorError(where);
      const known = unproven && endpoint.kind === "tcp" && (await this.#knownByProcess(endpoint.port, where, deadline));
      link = { channel, endpoint, stamp, unproven: unproven && !known };
      return { link };
    } finally {
      if (!link) channel.close();
    }
  }

  /**
   * An Editor too old to report its project is identified by the listening process. Throws WRONG_PROJECT for another
   * project's; false if unknown.
   */
  async #knownByProcess(port: number, where: string, deadline: Deadline): Promise<boolean> {
    const editors = await this.#editors(deadline);
    if (!editors || (!editors.ours && editors.others.length === 0)) return false;
    const run = (request: RunRequest) => this.#host.run(request);
    const listener = listenerAt(run, port, this.#host.signal).catch(() => undefined);
    const pid = await deadline.within(PROCESS_LIST_MS).race(listener);
    const other = editors.others.find((each) => each.pid === pid);
    if (other) throw wrongProjectError(other.project, this.#projectRoot, where);
    return editors.ours !== undefined && editors.ours.pid === pid;
  }

  /** The machine's Editors, looked up at most every few seconds; undefined if that fails or is slow. */
  async #editors(deadline: Deadline): Promise<Editors | undefined> {
    const now = this.#host.clock.monotonic();
    if (!this.#lastEditors || now - this.#lastEditors.at > this.#timeouts.editors) {
      const editors = findEditors(this.#host, this.#projectRoot, this.#host.signal).catch(() => undefined);
      this.#lastEditors = { at: now, editors };
    }
    const found = await deadline.within(PROCESS_LIST_MS).race(this.#lastEditors.editors);
    return found === LATE ? undefined : found;
  }

  /** Whether an Editor that does not answer seems to be restarting. */
  isAway(probe: EditorProbe): boolean {
    if (this.#host.clock.monotonic() < this.#returnUntil) return true;
    if (probe.locks.some((lock) => lock.ageMs <= this.#timeouts.reload)) return true;
    const { settings } = probe;
    return settings?.reloading === true && this.#host.clock.now() - settings.mtimeMs <= this.#timeouts.reload;
  }

  /** Adds facts from the machine's processes and left-over locks; only runs when the answer is a failure anyway. */
  async #explained(error: JigError, probe: EditorProbe, deadline: Deadline): Promise<JigError> {
    if (!isUnreachable(error)) return error;
    return withProcesses(error, probe, await this.#editors(deadline));
  }
}
