/** Spreads files over the parse workers and gathers what they send, in the order asked. */
import type { WorkerContext } from "../../../core/host/mod.ts";
import type { DeclarationRow } from "../database/record.ts";
import parseBatch, { type ParsedBatch, type ParsedFile } from "./parse-worker.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Fewer files than this are parsed at once here: starting threads would take longer. */
const FEW = 48;
const BATCH = 256;

export interface Parsed {
  rows: DeclarationRow[];
  words: Uint32Array;
}

/** undefined for files that could not be read. */
export async function parseFiles(
  context: WorkerContext,
  paths: readonly string[],
  vocabulary: Vocabulary,
): Promise<(Parsed | undefined)[]> {
  if (paths.length <= FEW) return unpack(await parseBatch({ paths: [...paths] }, context), vocabulary);
  const batches: Promise<(Parsed | undefined)[]>[] = [];
  for (let at = 0; at < paths.length; at += BATCH)
    batches.push(
      context
        .worker<ParsedBatch>("parse", { paths: paths.slice(at, at + BATCH) })
        .then((batch) => unpack(batch, vocabulary)),
    );
  return (await Promise.all(batches)).flat();
}

function unpack(batch: ParsedBatch, vocabulary: Vocabulary): (Parsed | undefined)[] {
  const numbers = batch.words.split("\n").map((word) => vocabulary.number(word));
  const files = JSON.parse(new TextDecoder().decode(batch.json)) as ParsedFile[];
  let at = 0;
  return files.map((file) => {
    if (!file) return undefined;
    const [rows, count] = file;
    const words = batch.ids.slice(at, at + count);
    at += count;
    for (let index = 0; index < count; index++) words[index] = numbers[words[index] as number] as number;
    return { rows, words };
  });
}
