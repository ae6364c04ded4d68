/** Checks an executable without running it: format, architecture, assets, size. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { signatureFaults } from "./mach-o.ts";
import type { Target } from "./targets.ts";

/** Outside of this range, something is missing or shouldn't be in there. */
const SIZE_MB = { min: 60, max: 200 };

/** Returns one message per problem. */
export function faultsOf(file: string, target: Target, assets: Record<string, string>): string[] {
  const bytes = readFileSync(file);
  const faults: string[] = [];
  const found = formatOf(bytes);
  const wanted = `${{ linux: "elf", darwin: "mach-o", win32: "pe" }[target.os]} ${target.cpu}`;
  if (found !== wanted) faults.push(`is ${found}, not ${wanted}`);
  const interpreter = target.os === "linux" ? elfInterpreter(bytes) : undefined;
  if (interpreter !== undefined && interpreter.includes("musl") !== (target.libc === "musl")) {
    faults.push(`asks for ${interpreter}`);
  }
  for (const [name, path] of Object.entries(assets)) {
    if (!bytes.includes(readFileSync(path))) faults.push(`does not contain ${name} for its target`);
  }
  const megabytes = bytes.length / 1e6;
  if (megabytes < SIZE_MB.min || megabytes > SIZE_MB.max) faults.push(`has ${megabytes.toFixed(0)} MB`);
  if (target.os === "darwin") faults.push(...signatureFaults(bytes, target.cpu));
  return faults;
}

export function sha256Of(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}

const ELF_MACHINES: Record<number, string> = { 62: "x64", 183: "arm64" };
const MACH_MACHINES: Record<number, string> = { 16777223: "x64", 16777228: "arm64" };
const PE_MACHINES: Record<number, string> = { 34404: "x64", 43620: "arm64" };

/** For example `elf x64`, `mach-o arm64` or `pe x64`. */
export function formatOf(bytes: Buffer): string {
  if (bytes.readUInt32BE(0) === 0x7f454c46) return `elf ${ELF_MACHINES[bytes.readUInt16LE(18)]}`;
  if (bytes.readUInt32LE(0) === 0xfeedfacf) return `mach-o ${MACH_MACHINES[bytes.readUInt32LE(4)]}`;
  if (bytes.toString("latin1", 0, 2) === "MZ") {
    return `pe ${PE_MACHINES[bytes.readUInt16LE(bytes.readUInt32LE(0x3c) + 4)]}`;
  }
  return "not an executable";
}

/** Dynamic loader from the PT_INTERP segment. */
function elfInterpreter(bytes: Buffer): string | undefined {
  const start = Number(bytes.readBigUInt64LE(32));
  const [size, count] = [bytes.readUInt16LE(54), bytes.readUInt16LE(56)];
  for (let at = start; at < start + size * count; at += size) {
    if (bytes.readUInt32LE(at) !== 3) continue;
    const [offset, length] = [Number(bytes.readBigUInt64LE(at + 8)), Number(bytes.readBigUInt64LE(at + 32))];
    return bytes.toString("latin1", offset, offset + length - 1);
  }
  return undefined;
}
