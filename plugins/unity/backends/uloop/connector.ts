/**
 * Dials the right Editor and waits out reloads. There may be several addresses to try, and on some of them another
 * project's Editor (or an unrelated program) may answer. Where possible the Editor itself checks an identity stamp;
 * for those too old to do so we compare the project they report, or look up which process is listening.
 */
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

/** After this many refused sessions in a row, we connect without the identity check. */
export const STAMP_REFUSALS = 3;
/** In milliseconds. */
const PROCESS_LIST_MS = 400;

/** A link is `unproven` if the Editor is too old to report which project it has open. */
export interface Link {
  channel: Channel;
  endpoint: Endpoint;
  stamp: IdentityStamp | undefined;
  unproven: boolean;
}

/** If the connection was `accepted`, something is listening, so it is worth trying for longer. */
export type Attempt = { link: Link } | { error: JigError; accepted: boolean; stampRefused?: boolean };

export interface ConnectOptions {
  /** True to send a ping before the command. If the server is shutting down, we notice it before anything can be lost. */
  roundTrip: boolean;
  /** True if stamps don't work at the moment, so that we have to request the project instead. */
  unstamped?: boolean;
}

export class Connector {
  readonly #host: ServiceContext;
  readonly #projectRoot: string;
  readonly #timeouts: Timeouts;
  #lastEditors: { at: number; editors: Promise<Editors | undefined> } | undefined;
  /** After a reload was announced, a refused connection until this time means that the Editor is coming back. */
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

  /** Called when a reload is announced. */
  expectReturn(): void {
    this.#returnUntil = this.#host.clock.monotonic() + this.#timeouts.reload;
  }

  /**
   * Fails immediately if no Editor is coming back, and otherwise at the deadline. The error describes the problem and how to
   * solve it.
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
        // An Editor that is reloading isn't gone, even if its port is closed.
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

  /** Tries all addresses once. Throws WRONG_PROJECT and PROTOCOL_ERROR. */
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

  /** Any program may answer on an untrusted address, so the Editor has to prove which project it has open. */
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
   * If others can write to a folder, it may contain a socket that isn't the Editor's, so we check the permissions first. The
   * check starts a process, so we only do it for addresses that the project's own files contain.
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
      // On TCP, an answer without a project proves nothing. Editors that check stamps always include their project.
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
   * Old Editors don't report their project, so we look up which process is listening. Throws WRONG_PROJECT if it has another
   * project open. The result is false if we can't find out.
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

  /** The list is cached for a few seconds. It is undefined if it can't be read or takes too long. */
  async #editors(deadline: Deadline): Promise<Editors | undefined> {
    const now = this.#host.clock.monotonic();
    if (!this.#lastEditors || now - this.#lastEditors.at > this.#timeouts.editors) {
      const editors = findEditors(this.#host, this.#projectRoot, this.#host.signal).catch(() => undefined);
      this.#lastEditors = { at: now, editors };
    }
    const found = await deadline.within(PROCESS_LIST_MS).race(this.#lastEditors.editors);
    return found === LATE ? undefined : found;
  }

  /** True if the Editor doesn't answer but appears to be restarting. */
  isAway(probe: EditorProbe): boolean {
    if (this.#host.clock.monotonic() < this.#returnUntil) return true;
    if (probe.locks.some((lock) => lock.ageMs <= this.#timeouts.reload)) return true;
    const { settings } = probe;
    return settings?.reloading === true && this.#host.clock.now() - settings.mtimeMs <= this.#timeouts.reload;
  }

  /** Adds processes and old lock files to the error. This is slow, but the call has failed anyway. */
  async #explained(error: JigError, probe: EditorProbe, deadline: Deadline): Promise<JigError> {
    if (!isUnreachable(error)) return error;
    return withProcesses(error, probe, await this.#editors(deadline));
  }
}
