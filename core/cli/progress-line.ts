/** Draws a progress line on stderr that is overwritten and finally cleared. */
import { type Progress, progressText } from "../host/frontend-api.ts";
import type { Io } from "./io.ts";
import { plain } from "./text-layout.ts";

const MIN_GAP_MS = 80;

export function progressLine({ stderr }: Io): { report(progress: Progress): void; clear(): void } {
  let shown = false;
  let last = 0;
  return {
    report(progress) {
      const { done, total } = progress;
      const now = performance.now();
      if (now - last < MIN_GAP_MS) return;
      last = now;
      const share = done !== undefined && total ? `${Math.floor((100 * done) / total)} %` : String(done ?? "");
      const line = plain(`${share} ${progressText(progress) ?? ""}`)
        .replaceAll("\n", " ")
        .trim();
      stderr.write(`\r\x1b[K${line.slice(0, (stderr.columns ?? 80) - 1)}`);
      shown = true;
    },
    clear() {
      if (shown) stderr.write("\r\x1b[K");
    },
  };
}
