/** Reads the file at the cursor, shortly after the cursor has stopped there. */
import { type Location, toJigError } from "../../core/host/frontend-api.ts";
import type { SessionContext } from "./session-context.ts";

/** Delay before a file is read, in ms. While ↓ is held down, no file is read. */
const REST = 40;

export interface PreviewLoader {
  want(place: Location | undefined, rest?: number): void;
  /** Drops the content of the file, because it may have changed. */
  forget(): void;
  /** Reads the visible file again. The old text is shown in the meantime. */
  reload(): void;
  close(): void;
}

export function createPreviewLoader(context: SessionContext): PreviewLoader {
  let wanted: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function read(path: string): Promise<void> {
    try {
      // This checks the path in the same way as for tools, so that an answer cannot make the explorer show a file
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
