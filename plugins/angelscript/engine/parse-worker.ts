/** Worker `parse`: reads files and sends back their declarations and vocabulary, packed for the engine's thread. */
import type { WorkerContext } from "../../../core/host/mod.ts";
import { type DeclarationRow, toRow } from "../database/record.ts";
import { tokenize } from "../lexer/lexer.ts";
import { Names } from "../lexer/names.ts";
import { Kind, TokenBuffers, type Tokens } from "../lexer/tokens.ts";
import { parseFile } from "../parser/declaration-parser.ts";
import { MAX_SCRIPT_BYTES } from "./indexed-file.ts";
import { decodeSource } from "./source-text.ts";

export interface ParseRequest {
  paths: string[];
}

/** One file: declarations, and how many names of the vocabulary it uses. `null`: it could not be read. */
export type ParsedFile = [rows: DeclarationRow[], names: number] | null;

/** A batch in the order of the request. `words` is the batch's vocabulary, one a line; `ids` lists each file's words, file after file. */
export interface ParsedBatch {
  json: Uint8Array;
  words: string;
  ids: Uint32Array;
}

export default async function parseBatch(request: ParseRequest, context: WorkerContext): Promise<ParsedBatch> {
  const names = new Names();
  const buffers = new TokenBuffers();
  const files: ParsedFile[] = [];
  const ids: number[] = [];
  let seen = new Uint32Array(1 << 12);
  for (const [index, path] of request.paths.entries()) {
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
    let count = 0;
    if (names.size > seen.length) {
      const longer = new Uint32Array(names.size * 2);
      longer.set(seen);
      seen = longer;
    }
    for (const list of [tokens.ids.subarray(0, tokens.count), wordsInStrings(tokens)])
      for (const id of list) {
        if (id < 0) continue;
        if (id >= seen.length) {
          const longer = new Uint32Array(names.size * 2);
          longer.set(seen);
          seen = longer;
        }
        if (seen[id] === index + 1) continue;
        seen[id] = index + 1;
        ids.push(id);
        count++;
      }
    files.push([syntax.declarations.map(toRow), count]);
  }
  const words: string[] = [];
  for (let id = 0; id < names.size; id++) words.push(names.text(id));
  return {
    json: new TextEncoder().encode(JSON.stringify(files)),
    words: words.join("\n"),
    ids: Uint32Array.from(ids),
  };
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
