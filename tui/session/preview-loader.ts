/**
 * Loads the file at the cursor, but only once the cursor has been there for a moment. While ↓ is held down the cursor
 * passes a lot of rows, and reading a file for each of them would be wasted.
 */
import { type Location, toJigError } from "../../core/host/frontend-api.ts";
import type { SessionContext } from "./session-context.ts";

/** In ms. Holding ↓ shouldn't read any files. */
const REST = 40;

export interface PreviewLoader {
  want(place: Location | undefined, rest?: number): void;
  /** The content may be outdated; drop it. */
  forget(): void;
  /** Keeps showing the old text until it's done. */
  reload(): void;
  close(): void;
}

export function createPreviewLoader(context: SessionContext): PreviewLoader {
  let wanted: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function read(path: string): Promise<void> {
    try {
      // Goes through the same check as a tool's path. Without it, an answer could get the explorer to show files
      // outside the workspace.
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
