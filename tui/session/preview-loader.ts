/**
 * Loads the file at the cursor, but only once the cursor has been there for a moment. While ↓ is held down, the cursor passes a
 * lot of rows, and reading a file for each of them would be a waste.
 */
import { type Location, toJigError } from "../../core/host/frontend-api.ts";
import type { SessionContext } from "./session-context.ts";

/** The time in ms for which the cursor must rest, so that holding ↓ doesn't read any files. */
const REST = 40;

export interface PreviewLoader {
  want(place: Location | undefined, rest?: number): void;
  /** Drops the content because it may be outdated. */
  forget(): void;
  /** Reads the file again, but shows the old text until that is done. */
  reload(): void;
  close(): void;
}

export function createPreviewLoader(context: SessionContext): PreviewLoader {
  let wanted: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function read(path: string): Promise<void> {
    try {
      // The path goes through the same check as that of a tool. Without it, an answer could make the explorer show files
      // outside of the workspace.
      const resolved = await context.host.workspace.resolve(path);
      const lines = await context.ports.readLines(resolved.absolute);
      if (wanted === path) context.update({ preview: { path, lines } });
    } catch (error) {
      if (wanted === path) context.update({ preview: { path, lines: [], fault: toJigError(error).advice } });
    }
  }

  return {
    want(place, rest = REST) {
      const path = place?.absolute;
      if (path === wanted) return;
      wanted = path;
      clearTimeout(timer);
      if (path !== undefined) timer = setTimeout(() => void read(path), rest);
    },
    forget() {
      wanted = undefined;
    },
    reload() {
      if (wanted !== undefined) void read(wanted);
    },
    close: () => clearTimeout(timer),
  };
}
