/**
 * Implements the frames of Unreal's debug protocol, which are a u32 length, a u8 type and the body in little-endian order. Some
 * servers count the type byte in the length and some don't, so we find this out from the first frame.
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

/** Real messages are smaller, so a larger value means that we have misread the length. */
export const MAX_FRAME = 16 * 1024 * 1024;
/** In all known versions, the types of messages are below this number. */
const TYPES_END = 64;
const HEAD = 5;

export interface Frame {
  type: number;
  body: Uint8Array;
}

/** In requests, the length includes the type byte. */
export function requestFrame(type: number, ...body: readonly Uint8Array[]): Uint8Array {
  const bytes = joined(body);
  return joined([int32(bytes.length + 1), Uint8Array.of(type), bytes]);
}

/** This is 1 if the length includes the type byte. */
export type LengthRule = 0 | 1;

export class FrameReader {
  /** The chunks are only joined when a frame is complete, because a large frame arrives in hundreds of pieces. */
  #chunks: Uint8Array[] = [];
  #size = 0;
  #wanted = HEAD;
  /** Undefined until we know the rule. */
  #counted: LengthRule | undefined;

  /** Pass the `rule` if it is known from an earlier connection to this server. */
  constructor(rule?: LengthRule) {
    this.#counted = rule;
  }

  get rule(): LengthRule | undefined {
    return this.#counted;
  }

  /** Returns the frames that are complete. Throws ENCODING if the data is invalid. */
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

/** The bodies are transferred to a worker, so they must be copied. Node's `Buffer.slice` doesn't copy. */
function copied(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}

function lengthAt(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset + at, 4).getUint32(0, true);
}

/** Returns undefined until enough data has arrived. */
function countedIn(bytes: Uint8Array): LengthRule | undefined {
  const length = lengthAt(bytes, 0);
  if (bytes[4] === Message.databaseSettings && bytes.length >= HEAD + 4) {
    const expected = settingsLength(lengthAt(bytes, HEAD));
    if (expected === length) return 0;
    if (expected === length - 1) return 1;
  }
  if (length === 0) return 0;
  // Otherwise we check which of the two lengths is followed by a valid header.
  if (bytes.length < HEAD + length + HEAD) return undefined;
  const sound = (at: number): boolean => lengthAt(bytes, at) <= MAX_FRAME && (bytes[at + 4] as number) < TYPES_END;
  return sound(HEAD + length) || !sound(HEAD + length - 1) ? 0 : 1;
}

/** Returns undefined for unknown versions. */
function settingsLength(version: number): number | undefined {
  if (version < 1 || version > 7) return undefined;
  const flags = 1 + Number(version >= 2) + Number(version >= 3) + (version >= 5 ? 2 : 0) + Number(version >= 6);
  return 4 + 4 * (flags + (version >= 7 ? 2 : 0));
}
