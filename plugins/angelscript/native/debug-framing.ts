/**
 * Frames of Unreal's debug server: u32 length, u8 type, body, little-endian. Servers disagree whether
 * the length counts the type byte: the first frame tells which kind this one is.
 */
import { JigError } from "../../../core/host/plugin-api.ts";
import { int32, joined } from "./byte-writer.ts";

export const Message = {
  diagnostics: 0,
  requestDatabase: 1,
  database: 2,
  startDebugging: 3,
  stopDebugging: 4,
  pause: 5,
  continue: 6,
  requestCallStack: 7,
  callStack: 8,
  clearBreakpoints: 9,
  setBreakpoint: 10,
  hasStopped: 11,
  hasContinued: 12,
  stepOver: 13,
  stepIn: 14,
  stepOut: 15,
  requestVariables: 17,
  variables: 18,
  requestEvaluate: 19,
  evaluate: 20,
  goToDefinition: 21,
  requestBreakFilters: 23,
  breakFilters: 24,
  disconnect: 25,
  databaseFinished: 26,
  assetsBegin: 27,
  assets: 28,
  assetsFinished: 29,
  openAssets: 30,
  databaseSettings: 31,
  pingAlive: 32,
  debugServerVersion: 33,
  createBlueprint: 34,
  stopPlay: 38,
} as const;

/** No real message is longer; a length beyond this is not a length. */
export const MAX_FRAME = 16 * 1024 * 1024;
/** Message types of all known versions are below this. */
const TYPES_END = 64;
const HEAD = 5;

export interface Frame {
  type: number;
  body: Uint8Array;
}

/** A request; its length counts the type byte. */
export function requestFrame(type: number, ...body: readonly Uint8Array[]): Uint8Array {
  const bytes = joined(body);
  return joined([int32(bytes.length + 1), Uint8Array.of(type), bytes]);
}

/** 1 if lengths count the type byte, else 0. */
export type LengthRule = 0 | 1;

export class FrameReader {
  /** Not joined before a whole frame is there: a long one comes in hundreds of pieces. */
  #chunks: Uint8Array[] = [];
  #size = 0;
  #wanted = HEAD;
  /** `undefined` until it is known. */
  #counted: LengthRule | undefined;

  /** `rule` is known where another connection to the same server has shown it. */
  constructor(rule?: LengthRule) {
    this.#counted = rule;
  }

  get rule(): LengthRule | undefined {
    return this.#counted;
  }

  /** Takes what came, gives the frames that are whole. Throws ENCODING for what cannot be a frame. */
  push(bytes: Uint8Array): Frame[] {
    this.#chunks.push(bytes);
    this.#size += bytes.length;
    if (this.#size < this.#wanted) return [];
    const buffer = this.#joined();
    const frames: Frame[] = [];
    let at = 0;
    for (;;) {
      const left = buffer.subarray(at);
      this.#wanted = HEAD;
      if (left.length < HEAD) break;
      const length = lengthAt(left, 0);
      if (length > MAX_FRAME + 1)
        throw new JigError("ENCODING", `The debug server sent a frame of ${length} bytes, more than ${MAX_FRAME}`);
      this.#counted ??= countedIn(left);
      if (this.#counted === undefined) {
        this.#wanted = left.length + 1;
        break;
      }
      const body = length - this.#counted;
      if (body < 0) throw new JigError("ENCODING", "The debug server sent a frame without a type");
      if (left.length < HEAD + body) {
        this.#wanted = HEAD + body;
        break;
      }
      frames.push({ type: left[4] as number, body: copied(left.subarray(HEAD, HEAD + body)) });
      at += HEAD + body;
    }
    this.#chunks = [copied(buffer.subarray(at))];
    this.#size -= at;
    return frames;
  }

  #joined(): Uint8Array {
    const only = this.#chunks[0];
    return this.#chunks.length === 1 && only ? only : joined(this.#chunks);
  }
}

/** A socket's pieces may be Node's Buffers, whose `slice` does not copy: a body must be its own, to be sent to a worker. */
function copied(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}

function lengthAt(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset + at, 4).getUint32(0, true);
}

/** Returns true if the first frame's length counts its type byte; undefined while too little has come to tell. */
function countedIn(bytes: Uint8Array): LengthRule | undefined {
  const length = lengthAt(bytes, 0);
  if (bytes[4] === Message.databaseSettings && bytes.length >= HEAD + 4) {
    const expected = settingsLength(lengthAt(bytes, HEAD));
    if (expected === length) return 0;
    if (expected === length - 1) return 1;
  }
  if (length === 0) return 0;
  // Otherwise by what would follow: a sound header after exactly one of the two lengths.
  if (bytes.length < HEAD + length + HEAD) return undefined;
  const sound = (at: number): boolean => lengthAt(bytes, at) <= MAX_FRAME && (bytes[at + 4] as number) < TYPES_END;
  return sound(HEAD + length) || !sound(HEAD + length - 1) ? 0 : 1;
}

/** Bytes of the settings message of a version, or undefined for unknown versions. */
function settingsLength(version: number): number | undefined {
  if (version < 1 || version > 7) return undefined;
  const flags = 1 + Number(version >= 2) + Number(version >= 3) + (version >= 5 ? 2 : 0) + Number(version >= 6);
  return 4 + 4 * (flags + (version >= 7 ? 2 : 0));
}
