/** Distributes files to the parse workers. The results have the requested order. */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import type { DeclarationRow } from "../database/declaration.ts";
import parseBatch, { type ParsedBatch, type ParsedFile } from "./parse-worker.ts";

/** For fewer files, starting threads takes longer than parsing. */
export const FEW = 48;
const BATCH = 256;

export interface Parsed {
  rows: DeclarationRow[];
  packed: Uint8Array;
  words: Uint32Array;
}

/** The result is undefined for files that can't be read. */
export async function parseFiles(
  context: WorkerContext,
  paths: readonly string[],
  onDone: (files: number) => void,
): Promise<(Parsed | undefined)[]> {
  if (paths.length <= FEW) return unpack(await parseBatch({ paths: [...paths] }, context));
  const batches: Promise<(Parsed | undefined)[]>[] = [];
  let done = 0;
  const parse = async (batch: string[]) => {
    const parsed = unpack(await context.worker<ParsedBatch>("parse", { paths: batch }));
    done += batch.length;
    onDone(done);
    return parsed;
  };
  for (let at = 0; at < paths.length; at += BATCH) batches.push(parse(paths.slice(at, at + BATCH)));
  return (await Promise.all(batches)).flat();
}

function unpack({ files, packed, words }: ParsedBatch): (Parsed | undefined)[] {
  let packedAt = 0;
  let wordsAt = 0;
  return (JSON.parse(new TextDecoder().decode(files)) as ParsedFile[]).map((file) => {
    if (!file) return undefined;
    const [rows, bytes, count] = file;
    packedAt += bytes;
    wordsAt += count;
    return {
      rows,
      packed: packed.subarray(packedAt - bytes, packedAt),
      words: words.subarray(wordsAt - count, wordsAt),
    };
  });
}
