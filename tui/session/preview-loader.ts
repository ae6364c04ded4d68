/** Reads the file of the place under the cursor, shortly after the cursor stopped there. */
import { type Location, toJigError } from "../../core/host/frontend-api.ts";
import type { SessionContext } from "./session-context.ts";

/** Delay before a file is read, in ms, so that holding ↓ reads nothing. */
const REST = 40;

export interface PreviewLoader {
  want(place: Location | undefined, rest?: number): void;
  /** Drops the file, which may have changed. */
  forget(): void;
  /** Reads the visible file again and shows the old text in the meantime. */
  reload(): void;
  close(): void;
}

export function createPreviewLoader(context: SessionContext): PreviewLoader {
  let wanted: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function read(path: string): Promise<void> {
    try {
      // Uses the same path check as tools: an answer cannot make the explorer show files outside the workspace.
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
