/**
 * macOS code signatures. Bun re-signs arm64 executables, but for x64 it keeps the signature of plain Bun, which is wrong now
 * (oven-sh/bun#32159). macOS runs unsigned x64 programs but not wrongly signed ones.
 */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";

const LC_SEGMENT_64 = 0x19;
const LC_CODE_SIGNATURE = 0x1d;
const CODE_DIRECTORY = 0xfade0c02;
const HEADER = 32;
const PAGE = 4096;

interface LoadCommand {
  kind: number;
  at: number;
  size: number;
}

function loadCommands(bytes: Buffer): LoadCommand[] {
  const commands: LoadCommand[] = [];
  let at = HEADER;
  for (let index = 0; index < bytes.readUInt32LE(16); index++) {
    const size = bytes.readUInt32LE(at + 4);
    commands.push({ kind: bytes.readUInt32LE(at), at, size });
    at += size;
  }
  return commands;
}

/** Same as `codesign --remove-signature`. */
export function removeSignature(file: string): void {
  const bytes = readFileSync(file);
  const commands = loadCommands(bytes);
  const signature = commands.find(({ kind }) => kind === LC_CODE_SIGNATURE);
  if (!signature) return;
  const start = bytes.readUInt32LE(signature.at + 8);
  const linkEdit = commands.find(
    ({ kind, at }) => kind === LC_SEGMENT_64 && bytes.toString("latin1", at + 8, at + 18) === "__LINKEDIT",
  )!;
  const fileSize = BigInt(start) - bytes.readBigUInt64LE(linkEdit.at + 40);
  bytes.writeBigUInt64LE(((fileSize + BigInt(PAGE - 1)) / BigInt(PAGE)) * BigInt(PAGE), linkEdit.at + 32);
  bytes.writeBigUInt64LE(fileSize, linkEdit.at + 48);
  const end = HEADER + bytes.readUInt32LE(20);
  bytes.copyWithin(signature.at, signature.at + signature.size, end);
  bytes.fill(0, end - signature.size, end);
  bytes.writeUInt32LE(commands.length - 1, 16);
  bytes.writeUInt32LE(end - HEADER - signature.size, 20);
  writeFileSync(file, bytes.subarray(0, start), { mode: 0o755 });
}

/** Verifies the hash of each page, like macOS does. */
export function signatureFaults(bytes: Buffer, cpu: "x64" | "arm64"): string[] {
  const command = loadCommands(bytes).find(({ kind }) => kind === LC_CODE_SIGNATURE);
  if (!command) return cpu === "arm64" ? ["carries no signature"] : [];
  const signature = bytes.readUInt32LE(command.at + 8);
  for (let index = 0; index < bytes.readUInt32BE(signature + 8); index++) {
    const directory = signature + bytes.readUInt32BE(signature + 12 + index * 8 + 4);
    if (bytes.readUInt32BE(directory) === CODE_DIRECTORY) return pageFaults(bytes, signature, directory);
  }
  return ["has a signature without a code directory"];
}

function pageFaults(bytes: Buffer, signature: number, directory: number): string[] {
  const hashes = directory + bytes.readUInt32BE(directory + 16);
  const [pages, limit] = [bytes.readUInt32BE(directory + 28), bytes.readUInt32BE(directory + 32)];
  const [hashSize, pageSize] = [bytes.readUInt8(directory + 36), 1 << bytes.readUInt8(directory + 39)];
  if (limit !== signature) return [`is signed up to byte ${limit}, and has ${signature}`];
  for (let page = 0; page < pages; page++) {
    const content = bytes.subarray(page * pageSize, Math.min((page + 1) * pageSize, limit));
    const hash = createHash("sha256").update(content).digest().subarray(0, hashSize);
    const at = hashes + page * hashSize;
    if (!hash.equals(bytes.subarray(at, at + hashSize))) return [`has a signature that does not fit its page ${page}`];
  }
  return [];
}
