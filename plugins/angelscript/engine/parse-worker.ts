/** Implements the worker `parse`, which reads files and returns declarations and words in packed form. */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import { type DeclarationRow, Packer, toRow } from "../database/declaration.ts";
import { FileWords } from "../lexer/file-words.ts";
import { Names } from "../lexer/interned-names.ts";
import { tokenizeDeclarations } from "../lexer/lexer.ts";
import { Kind, Op, TokenBuffers, type Tokens } from "../lexer/tokens.ts";
import { parseFile } from "../parser/declaration-parser.ts";
import { MAX_SCRIPT_BYTES } from "./indexed-file.ts";
import { decodeSource } from "./source-text.ts";

export { PARSING as brief } from "./script-parsing.ts";

interface ParseRequest {
  paths: string[];
}

/** The rows, the size of the packed members in bytes, and the number of words. It is `null` for a file that can't be read. */
export type ParsedFile = [rows: DeclarationRow[], packed: number, words: number] | null;

/** The results in the order of the request. `packed` and `words` contain those of all files. */
export interface ParsedBatch {
  files: Uint8Array;
  packed: Uint8Array;
  words: Uint32Array;
}

export default async function parseBatch(request: ParseRequest, context: WorkerContext): Promise<ParsedBatch> {
  const buffers = await context.keep("tokens", () => new TokenBuffers());
  const names = new Names({ borrows: true });
  const files: ParsedFile[] = [];
  const packer = new Packer();
  const words = new FileWords();
  for (const path of request.paths) {
    context.signal.throwIfAborted();
    let text: string;
    try {
      text = decodeSource(await context.files.read(path, { maxBytes: MAX_SCRIPT_BYTES }));
    } catch {
      files.push(null);
      continue;
    }
    words.begin();
    const tokens = tokenizeDeclarations(text, names, words, buffers);
    const { declarations } = parseFile(tokens);
    addWords(tokens, words);
    const start = packer.length;
    const rows = declarations.map((declaration) => packer.pack(toRow(declaration), start));
    files.push([rows, packer.length - start, words.count]);
  }
  return { files: new TextEncoder().encode(JSON.stringify(files)), packed: packer.take(), words: words.list.take() };
}

/**
 * Adds the tokens and the names inside strings, which occur in `n"Method"`, in the expressions of f-strings, and in
 * `EditCondition = "bUse"`.
 */
function addWords({ text, names, count, ids, kinds, starts, ends }: Tokens, into: FileWords): void {
  for (let at = 0; at < count; at++) {
    const id = ids[at] as number;
    if (id >= 0) into.add(names.hash(id));
    else if (kinds[at] === Kind.nameString || kinds[at] === Kind.formatString || isValue(kinds, at))
      into.addAll(text, (starts[at] as number) + 1, ends[at] as number);
  }
}

/** Returns true for a string that follows `=`. */
function isValue(kinds: Uint8Array, at: number): boolean {
  return kinds[at] === Kind.string && at > 0 && kinds[at - 1] === Op["="];
}
