/**
 * Reads and writes the parts of an index, which consist of a header and the plugin's bytes. Parts have a unique name and are
 * never modified, so that any number of processes can map one. The header shows whether a file is incomplete or was modified.
 */
import { randomBytes } from "node:crypto";
import { closeSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { mapFile } from "../runtime/map-file.ts";

/** The characters "jigp" and a version of the header. */
const MAGIC = 0x7067696a;
const HEADER_VERSION = 1;
/** Magic number, version, checksum, reserved, and length (two words), with padding to keep the content aligned. */
const HEADER_BYTES = 64;

export const PART_NAME = /^part-[0-9a-f]{16}$/;

/** The entry of a part in the manifest. */
export interface PartEntry {
  name: string;
  /** The size without the header. */
  bytes: number;
  checksum: number;
}

/**
 * There is no fsync, because it can take seconds on a busy machine. After a power failure, the checksum shows whether the part
 * is complete.
 */
export function writePart(folder: string, chunks: readonly Uint8Array[]): PartEntry {
  const name = `part-${randomBytes(8).toString("hex")}`;
  let [checksum, bytes] = [0, 0];
  for (const chunk of chunks) {
    checksum = crc32(chunk, checksum);
    bytes += chunk.length;
  }
  const header = new DataView(new ArrayBuffer(HEADER_BYTES));
  header.setUint32(0, MAGIC, true);
  header.setUint32(4, HEADER_VERSION, true);
  header.setUint32(8, checksum, true);
  header.setBigUint64(16, BigInt(bytes), true);
  const path = join(folder, name);
  const file = openSync(path, "wx", 0o600);
  try {
    writeAll(file, new Uint8Array(header.buffer));
    for (const chunk of chunks) writeAll(file, chunk);
  } catch (error) {
    rmSync(path, { force: true });
    // Errors of a handle don't contain a path.
    throw error instanceof Error ? Object.assign(error, { path }) : error;
  } finally {
    closeSync(file);
  }
  return { name, bytes, checksum };
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

/** Returns undefined if the file is missing or isn't the one that was published. */
export function openPart(folder: string, { name, bytes, checksum }: PartEntry): Uint8Array | undefined {
  const path = join(folder, name);
  try {
    // If the file is too short, reading past its end through the mapping causes a SIGBUS and ends the process.
    if (statSync(path).size !== HEADER_BYTES + bytes) return undefined;
    const all = mapFile(path);
    if (all.length !== HEADER_BYTES + bytes) return undefined;
    const header = new DataView(all.buffer, all.byteOffset, HEADER_BYTES);
    const isOurs =
      header.getUint32(0, true) === MAGIC &&
      header.getUint32(4, true) === HEADER_VERSION &&
      header.getUint32(8, true) === checksum &&
      header.getBigUint64(16, true) === BigInt(bytes);
    const content = all.subarray(HEADER_BYTES);
    return isOurs && crc32(content) === checksum ? content : undefined;
  } catch {
    return undefined;
  }
}
