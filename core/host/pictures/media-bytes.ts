/** Bytes of an answer's images and other media */

import { lstatSync, readFileSync } from "node:fs";
import type { Workspace } from "../contract/context.ts";
import type { Media } from "../contract/outcome.ts";

/**
 * Returns the bytes of media as base64. If the file is larger than `maxBytes`, or is not a regular file in the workspace,
 * then this returns undefined.
 */
export async function mediaBytes(media: Media, maxBytes: number, workspace: Workspace): Promise<string | undefined> {
  if ("base64" in media) return media.base64.length * 0.75 <= maxBytes ? media.base64 : undefined;
  try {
    const { absolute } = await workspace.resolve(media.path);
    const stat = lstatSync(absolute);
    return stat.isFile() && stat.size <= maxBytes ? readFileSync(absolute).toString("base64") : undefined;
  } catch {
    return undefined;
  }
}
