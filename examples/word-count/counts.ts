/** The service: what was counted already, by file and date, for as long as the process lives. */
import type { ServiceContext } from "../../core/host/plugin-api.ts";

type Words = Record<string, number>;

export interface Counts {
  of(path: string, mtimeMs: number, count: () => Promise<Words>): Promise<Words>;
  close(): void;
}

export const open = async (_context: ServiceContext): Promise<Counts> => {
  const known = new Map<string, { mtimeMs: number; words: Words }>();
  return {
    async of(path, mtimeMs, count) {
      const before = known.get(path);
      if (before?.mtimeMs === mtimeMs) return before.words;
      const words = await count();
      known.set(path, { mtimeMs, words });
      return words;
    },
    close: () => known.clear(),
  };
};
