/** Worker `parse`: reads files and sends back their declarations and vocabulary, packed for the engine's thread. */
import { randomUUID } from "node:crypto";
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import { type DeclarationRow, toRow } from "../database/record.ts";
import { tokenize } from "../lexer/lexer.ts";
import { Names } from "../lexer/names.ts";
import { Kind, TokenBuffers, type Tokens } from "../lexer/tokens.ts";
import { parseFile } from "../parser/declaration-parser.ts";
import { MAX_SCRIPT_BYTES } from "./indexed-file.ts";
import { NumberList } from "./number-list.ts";
import { decodeSource } from "./source-text.ts";

export interface ParseRequest {
  paths: string[];
  /** Batches of one run share the numbers of words: each batch brings only words that its thread had not yet seen. */
  run: string;
}

/** One file: declarations, and how many names of the vocabulary it uses. `null`: it could not be read. */
export type ParsedFile = [rows: DeclarationRow[], names: number] | null;

/** A batch in the order of the request. `ids` lists each file's words, file after file. */
export interface ParsedBatch {
  json: Uint8Array;
  /** The thread's words that no batch of the run before brought, one a line. */
  words: string;
  /** Which thread's words the numbers are. */
  thread: string;
  ids: Uint32Array;
}

/** What a thread keeps between the batches of a run. */
interface Resident {
  thread: string;
  run: string;
  names: Names;
  /** Words that the engine has been told. */
  told: number;
  buffers: TokenBuffers;
  /** By word, the last file that uses it: a number for each file of the run. */
  seen: Uint32Array;
  files: number;
}

export default async function parseBatch(request: ParseRequest, context: WorkerContext): Promise<ParsedBatch> {
  const resident = await context.keep<Resident>("parse", () => ({
    thread: randomUUID(),
    run: "",
    names: new Names(),
    told: 0,
    buffers: new TokenBuffers(),
    seen: new Uint32Array(1 << 16),
    files: 0,
  }));
  if (resident.run !== request.run)
    Object.assign(resident, {
      run: request.run,
      names: new Names(),
      told: 0,
      files: 0,
      seen: new Uint32Array(1 << 16),
    });
  const { names, buffers } = resident;
  const files: ParsedFile[] = [];
  const ids = new NumberList();
  for (const path of request.paths) {
    context.signal.throwIfAborted();
    let text: string;
    try {
      text = decodeSource(await context.files.read(path, { maxBytes: MAX_SCRIPT_BYTES }));
    } catch {
      files.push(null);
      continue;
    }
    const tokens = tokenize(text, names, buffers);
    const syntax = parseFile(tokens);
    const before = ids.length;
    addWords(tokens, resident, ids);
    files.push([syntax.declarations.map(toRow), ids.length - before]);
  }
  const words: string[] = [];
  for (let id = resident.told; id < names.size; id++) words.push(names.text(id));
  resident.told = names.size;
  return {
    json: new TextEncoder().encode(JSON.stringify(files)),
    words: words.join("\n"),
    thread: resident.thread,
    ids: ids.take(),
  };
}

/** Numbers of the words of a file, each once. */
function addWords(tokens: Tokens, resident: Resident, into: NumberList): void {
  const strings = wordsInStrings(tokens);
  const { names } = resident;
  if (names.size > resident.seen.length) {
    const longer = new Uint32Array(names.size * 2);
    longer.set(resident.seen);
    resident.seen = longer;
  }
  const { seen } = resident;
  const file = ++resident.files;
  const add = (id: number): void => {
    if (id < 0 || seen[id] === file) return;
    seen[id] = file;
    into.add(id);
  };
  for (let at = 0; at < tokens.count; at++) add(tokens.ids[at] as number);
  for (const id of strings) add(id);
}

/** Words that are used from inside strings: `n"Method"`, and what stands in the braces of an f-string, whatever its quotes. */
function wordsInStrings({ text, names, count, kinds, starts, ends }: Tokens): number[] {
  const found: number[] = [];
  for (let at = 0; at < count; at++) {
    if (kinds[at] !== Kind.nameString && kinds[at] !== Kind.formatString) continue;
    for (const word of text
      .slice((starts[at] as number) + 2, ends[at])
      .matchAll(/[A-Za-z_\x80-\uffff][\w\x80-\uffff]*/g))
      found.push(names.of(word[0]));
  }
  return found;
}
