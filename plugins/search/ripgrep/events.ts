/** Parses the two output formats of ripgrep as a stream. The memory use does not depend on the number of matches. */
import type { TimeSlice } from "../../../core/host/plugin-api.ts";

/** The text of a file, or the name of a file. rg encodes it in base64 unless it is valid UTF-8. */
export type RgText = { text: string } | { bytes: string };

export interface RgSpan {
  match: RgText;
  /** Byte offsets relative to the lines of the event. */
  start: number;
  end: number;
}

export interface RgLines {
  path: RgText;
  /** The matching line or context line with its line end. A match that spans several lines has all of them. */
  lines: RgText;
  line_number: number | null;
  submatches: RgSpan[];
}

/**
 * The position of a record in a chunk of output. Copying or slicing a million records would create too much garbage.
 */
export interface RgRecord {
  bytes: Buffer;
  start: number;
  end: number;
}

export type RgEvent =
  | { type: "begin"; data: { path: RgText } }
  /** A record that is not parsed yet, because most records are only counted. See `linesOf` and `occurrencesIn`. */
  | ({ type: "match" | "context" } & RgRecord)
  | { type: "end"; data: { path: RgText; binary_offset: number | null } }
  | { type: "summary"; data: unknown }
  /** A record that is longer than `LONGEST_RECORD`. It is not kept in memory, and only its occurrences are counted. */
  | { type: "oversized"; data: { path: RgText; occurrences: number } };

/** Records longer than this are not stored. A single line can be gigabytes long. */
export const LONGEST_RECORD = 8 * 1024 * 1024;

/**
 * Number of events in a batch. Handling events one by one would take a turn of the event loop for each, and handling a
 * whole chunk would take milliseconds.
 */
const BATCH = 64;

/** Yields the events of `rg --json` in batches as they arrive. */
export async function* readEvents(stdout: AsyncIterable<Uint8Array>): AsyncGenerator<RgEvent[]> {
  let parts: Buffer[] = [];
  let held = 0;
  let giant: GiantRecord | undefined;
  for await (const bytes of stdout) {
    let chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const events: RgEvent[] = [];
    if (giant) {
      const end = chunk.indexOf(10);
      giant.add(end < 0 ? chunk : chunk.subarray(0, end));
      if (end < 0) continue;
      events.push(giant.event());
      giant = undefined;
      chunk = chunk.subarray(end + 1);
    }
    const last = chunk.lastIndexOf(10);
    if (last < 0) {
      parts.push(chunk);
      held += chunk.length;
    } else {
      parts.push(chunk.subarray(0, last));
      for (const batch of parseLines(parts.length === 1 ? parts[0]! : Buffer.concat(parts))) {
        yield [...events.splice(0), ...batch];
      }
      parts = last + 1 < chunk.length ? [Buffer.from(chunk.subarray(last + 1))] : [];
      held = chunk.length - last - 1;
    }
    if (held > LONGEST_RECORD) {
      giant = new GiantRecord(Buffer.concat(parts));
      parts = [];
      held = 0;
    }
    if (events.length > 0) yield events;
  }
}

function* parseLines(bytes: Buffer): Generator<RgEvent[]> {
  let batch: RgEvent[] = [];
  let start = 0;
  while (start < bytes.length) {
    let end = bytes.indexOf(NEWLINE, start);
    if (end < 0) end = bytes.length;
    if (end > start) batch.push(eventOf(bytes, start, end));
    start = end + 1;
    if (batch.length < BATCH && start < bytes.length) continue;
    yield batch;
    batch = [];
  }
}

const NEWLINE = 10;
/** rg writes the type first. Its first letter is enough to distinguish lines from other records. */
const LETTER_AT = '{"type":"'.length;
const [MATCH, CONTEXT] = ["m".charCodeAt(0), "c".charCodeAt(0)];

function eventOf(bytes: Buffer, start: number, end: number): RgEvent {
  const letter = bytes[start + LETTER_AT];
  if (letter === MATCH) return { type: "match", bytes, start, end };
  if (letter === CONTEXT) return { type: "context", bytes, start, end };
  return JSON.parse(bytes.toString("utf8", start, end)) as RgEvent;
}

export function linesOf({ bytes, start, end }: RgRecord): RgLines {
  return JSON.parse(bytes.toString("utf8", start, end)).data;
}

/** Every submatch has this key. Inside a string, the quotes would be escaped. */
const START = Buffer.from('"start":');

/** Returns the number of submatches in a record. */
export function occurrencesIn({ bytes, start, end }: RgRecord): number {
  let count = 0;
  for (let at = bytes.indexOf(START, start); at >= 0 && at < end; at = bytes.indexOf(START, at + START.length)) count++;
  return count;
}

/** Counts the submatches of a record as it streams by. */
class GiantRecord {
  private readonly path: RgText;
  private tail = Buffer.alloc(0);
  private occurrences = 0;

  constructor(head: Buffer) {
    const found = /"path":(\{"(?:text|bytes)":"(?:[^"\\]|\\.)*"\})/.exec(head.subarray(0, 65_536).toString("utf8"));
    this.path = found ? (JSON.parse(found[1]!) as RgText) : { text: "" };
    this.add(head);
  }

  add(chunk: Buffer): void {
    const bytes = Buffer.concat([this.tail, chunk]);
    this.occurrences += occurrencesIn({ bytes, start: 0, end: bytes.length });
    // The tail is one byte shorter than the text to find, so that nothing is counted twice.
    this.tail = Buffer.from(bytes.subarray(Math.max(0, bytes.length - START.length + 1)));
  }

  event(): RgEvent {
    return { type: "oversized", data: { path: this.path, occurrences: this.occurrences } };
  }
}

/**
 * The record of a file. Its path is the part of `bytes` from `start` to `end`. It is not copied, because a total does
 * not need the paths.
 */
export type CountRecord = (bytes: Buffer, start: number, end: number, count: number) => void;

/**
 * Parses the output of `rg --count-matches --null`, which is `path NUL count LF` for each file. Paths may contain line
 * breaks.
 */
export async function readCounts(
  stdout: AsyncIterable<Uint8Array>,
  slice: TimeSlice,
  each: CountRecord,
): Promise<void> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const bytes of stdout) {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let start = 0;
    // Complete the record that the previous chunk ended with.
    while (rest.length > 0 && start < chunk.length) {
      const end = chunk.indexOf(NEWLINE, start) + 1 || chunk.length;
      rest = Buffer.concat([rest, chunk.subarray(start, end)]);
      start = end;
      if (readRecords(rest, 0, each) === rest.length) rest = Buffer.alloc(0);
    }
    start = readRecords(chunk, start, each);
    if (start < chunk.length) rest = Buffer.from(chunk.subarray(start));
    if (slice.over) await slice.pause();
  }
}

/** Returns the end of the last complete record. */
function readRecords(bytes: Buffer, from: number, each: CountRecord): number {
  for (let start = from; ; ) {
    const nul = bytes.indexOf(0, start);
    const end = nul < 0 ? -1 : bytes.indexOf(NEWLINE, nul);
    if (end < 0) return start;
    each(bytes, start, nul, digits(bytes, nul + 1, end));
    start = end + 1;
  }
}

const RETURN = 13;
const ZERO = 0x30;

/** Parses a number without creating a string, because there can be hundreds of thousands of them. */
function digits(bytes: Buffer, from: number, to: number): number {
  // With --crlf, ripgrep also ends the lines of its own output with CRLF.
  const end = bytes[to - 1] === RETURN ? to - 1 : to;
  let number = 0;
  for (let at = from; at < end; at++) number = number * 10 + bytes[at]! - ZERO;
  return number;
}
