/** Spreads files over the parse workers and gathers what they send, in the order asked. */
import { randomUUID } from "node:crypto";
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
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
  const run = randomUUID();
  const numbers = new Map<string, number[]>();
  if (paths.length <= FEW) return unpack(await parseBatch({ paths: [...paths], run }, context), vocabulary, numbers);
  const batches: Promise<(Parsed | undefined)[]>[] = [];
  for (let at = 0; at < paths.length; at += BATCH)
    batches.push(
      context
        .worker<ParsedBatch>("parse", { paths: paths.slice(at, at + BATCH), run })
        .then((batch) => unpack(batch, vocabulary, numbers)),
    );
  return (await Promise.all(batches)).flat();
}

/** `threads` has the vocabulary's numbers of each thread's words. A thread's batches come in the order in which it made them. */
function unpack(batch: ParsedBatch, vocabulary: Vocabulary, threads: Map<string, number[]>): (Parsed | undefined)[] {
  const numbers = threads.get(batch.thread) ?? [];
  threads.set(batch.thread, numbers);
  if (batch.words !== "") for (const word of batch.words.split("\n")) numbers.push(vocabulary.number(word));
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
