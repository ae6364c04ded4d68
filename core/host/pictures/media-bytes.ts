/** Reads the bytes of images and other media in an answer. */

import { lstatSync, readFileSync } from "node:fs";
import type { Workspace } from "../contract/context.ts";
import type { Media } from "../contract/outcome.ts";

/**
 * Returns the bytes of media as base64. The result is undefined if the file is larger than `maxBytes`, or is not a regular file
 * in the workspace.
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
