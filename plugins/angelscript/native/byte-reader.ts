/** Reads Unreal's archive format, which is little-endian with 4-byte booleans and FString. */
import { isAscii } from "node:buffer";
import { JigError } from "../../../core/host/plugin-api.ts";

export class ByteReader {
  readonly #view: DataView;
  readonly #bytes: Uint8Array;
  #whole: string | undefined;
  #isAscii = false;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = at;
  }

  get remaining(): number {
    return this.#bytes.length - this.at;
  }

  #take(length: number): number {
    if (length < 0 || length > this.remaining)
      throw new JigError("ENCODING", `Unreal data ends too early: ${length} bytes expected at offset ${this.at}`);
    const at = this.at;
    this.at += length;
    return at;
  }

  /** Throws if there are bytes left, because then we have tried the wrong layout. */
  end(): void {
    if (this.remaining > 0) throw new JigError("ENCODING", `Unreal data has ${this.remaining} bytes too many`);
  }

  skip(length: number): void {
    this.#take(length);
  }

  u8(): number {
    return this.#view.getUint8(this.#take(1));
  }

  i8(): number {
    return this.#view.getInt8(this.#take(1));
  }

  i32(): number {
    return this.#view.getInt32(this.#take(4), true);
  }

  u32(): number {
    return this.#view.getUint32(this.#take(4), true);
  }

  bool(): boolean {
    return this.i32() !== 0;
  }

  /** Any value except 0 and 1 means that we have tried the wrong layout. */
  flag(): boolean {
    const value = this.i32();
    if (value !== 0 && value !== 1)
      throw new JigError("ENCODING", `Unreal data has ${value} instead of a boolean at offset ${this.at - 4}`);
    return value === 1;
  }

  /** Reads the number of items. It throws if so many items of at least `itemBytes` don't fit into the remaining data. */
  count(itemBytes: number): number {
    const count = this.i32();
    if (count < 0 || count * itemBytes > this.remaining)
      throw new JigError("ENCODING", `Unreal data claims ${count} items at offset ${this.at - 4}`);
    return count;
  }

  #takeText(length: number): number {
    const start = this.#take(length);
    if (this.#bytes[start + length - 1] !== 0)
      throw new JigError("ENCODING", `Unreal data has an unterminated string at offset ${start}`);
    return start;
  }

  /** Most strings are short ASCII and there are thousands of them, so we cut them out of one large string that is decoded once. */
  #text(start: number, end: number): string {
    if (this.#whole === undefined) {
      this.#whole = BYTES.decode(this.#bytes);
      this.#isAscii = isAscii(this.#bytes);
    }
    const text = this.#whole.slice(start, end);
    return this.#isAscii || ASCII.test(text) ? text : UTF8.decode(this.#bytes.subarray(start, end));
  }

  /** Skips a string but still validates it. */
  skipString(): void {
    const length = this.i32();
    if (length < 0) this.#take(length * -2);
    else if (length > 0) this.#takeText(length);
  }

  /**
   * Reads an FString. A positive length means 8-bit characters with a NUL at the end (decoded as UTF-8), a negative one UTF-16,
   * and 0 an empty string.
   */
  string(): string {
    const length = this.i32();
    if (length === 0) return "";
    if (length > 0) {
      const start = this.#takeText(length);
      return this.#text(start, start + length - 1);
    }
    const start = this.#take(length * -2);
    return UTF16.decode(this.#bytes.subarray(start, start + (-length - 1) * 2));
  }
}

const UTF8 = new TextDecoder();
const UTF16 = new TextDecoder("utf-16le");
const BYTES = new TextDecoder("latin1");
const ASCII = /^[\0-\x7f]*$/;
