/** Parses the two output formats of ripgrep as streams. The memory use is constant, no matter how many matches there are. */
import type { TimeSlice } from "../../../core/host/plugin-api.ts";

/** The text of a file or a file name. ripgrep uses base64 for anything that is not valid UTF-8. */
export type RgText = { text: string } | { bytes: string };

export interface RgSpan {
  match: RgText;
  /** The offsets in bytes, relative to the event's `lines`. */
  start: number;
  end: number;
}

export interface RgLines {
  path: RgText;
  /** The line including its terminator. For a match that spans several lines, this has all of them. */
  lines: RgText;
  line_number: number | null;
  submatches: RgSpan[];
}

/**
 * A record inside a chunk of output. We avoid copying or slicing, because that would produce a lot of garbage for a million
 * records.
 */
export interface RgRecord {
  bytes: Buffer;
  start: number;
  end: number;
}

export type RgEvent =
  | { type: "begin"; data: { path: RgText } }
  /** These are not parsed, since most of them are only ever counted. See `linesOf` and `occurrencesIn`. */
  | ({ type: "match" | "context" } & RgRecord)
  | { type: "end"; data: { path: RgText; binary_offset: number | null } }
  | { type: "summary"; data: unknown }
  /** A record that is longer than `LONGEST_RECORD`. We never keep such a record in memory, so only its occurrences are counted. */
  | { type: "oversized"; data: { path: RgText; occurrences: number } };

/** We stop buffering a record that is larger than this, because some "lines" are gigabytes long. */
export const LONGEST_RECORD = 8 * 1024 * 1024;

/**
 * The number of events in a batch. If we passed them on one at a time, each of them would cost a turn of the event loop. On the
 * other hand, a whole chunk at once can block for several milliseconds.
 */
const BATCH = 64;

/** Yields batches of events from `rg --json` as the output arrives. */
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
/** ripgrep always writes the type first, and its first letter is enough to distinguish lines from other records. */
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

/** This occurs exactly once in each submatch. It cannot occur inside a string, because the quotes would be escaped there. */
const START = Buffer.from('"start":');

/** Counts the submatches in a record. We search for a key that each of them has, so that we don't have to parse the record. */
export function occurrencesIn({ bytes, start, end }: RgRecord): number {
  let count = 0;
  for (let at = bytes.indexOf(START, start); at >= 0 && at < end; at = bytes.indexOf(START, at + START.length)) count++;
  return count;
}

/** Counts the submatches of a huge record while it is being streamed. */
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
    // We keep one byte less than the needle, so that a match cannot be counted twice.
    this.tail = Buffer.from(bytes.subarray(Math.max(0, bytes.length - START.length + 1)));
  }

  event(): RgEvent {
    return { type: "oversized", data: { path: this.path, occurrences: this.occurrences } };
  }
}

/** This is called for every file. Its path is `bytes[start..end]`, which is not copied since totals do not use it. */
export type CountRecord = (bytes: Buffer, start: number, end: number, count: number) => void;

/** Parses `rg --count-matches --null`, i.e. `path NUL count LF` for each file. Note that paths may contain line breaks. */
export async function readCounts(
  stdout: AsyncIterable<Uint8Array>,
  slice: TimeSlice,
  each: CountRecord,
): Promise<void> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const bytes of stdout) {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let start = 0;
    // We have to finish the record that continues across the boundary between the chunks.
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

/**
 * Parses a number. Unlike `Number(...)` this does not need a string, which matters because there can be hundreds of thousands
 * of them.
 */
function digits(bytes: Buffer, from: number, to: number): number {
  // `--crlf` also affects the output of ripgrep itself.
  const end = bytes[to - 1] === RETURN ? to - 1 : to;
  let number = 0;
  for (let at = from; at < end; at++) number = number * 10 + bytes[at]! - ZERO;
  return number;
}
