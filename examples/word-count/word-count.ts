/** Counts only the files that changed since the last call. */
import type { Context, Outcome } from "../../core/host/plugin-api.ts";
import type { Counts } from "./counts.ts";

interface Input {
  ending: string;
  top: number;
}

export default async ({ ending, top }: Input, context: Context): Promise<Outcome> => {
  const counts = await context.service<Counts>();
  const { paths, mtimesMs } = await context.files.sweep({
    extensions: [ending.toLowerCase()],
    skip: ["node_modules"],
    signal: context.signal,
  });
  const total = new Map<string, number>();
  for (const [at, path] of paths.entries()) {
    context.signal.throwIfAborted();
    context.progress({ done: at, total: paths.length });
    const words = await counts.of(path, mtimesMs[at] ?? 0, async () => {
      const { text } = await context.files.readText(path);
      return await context.worker<Record<string, number>>("count", text, { signal: context.signal });
    });
    for (const [word, count] of Object.entries(words)) total.set(word, (total.get(word) ?? 0) + count);
  }
  const words = [...total]
    .map(([word, count]) => ({ word, count }))
    .sort((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1))
    .slice(0, top);
  return { value: { files: paths.length, words } };
};
