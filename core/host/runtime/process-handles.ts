/** Duplicates the open handles of another process with pidfd_getfd (Linux). */
import { closeSync } from "node:fs";
import process from "node:process";
import { JigError } from "../contract/errors.ts";

const PIDFD_OPEN = 434;
const PIDFD_GETFD = 438;

type SystemCall = (number: number, ...args: readonly number[]) => number | bigint;

export function canTakeHandles(): boolean {
  return process.platform === "linux" && typeof foreignFunctions() === "function";
}

/** Duplicates handles of another process in the given order. We need the permission to trace that process. */
export function takeHandles(pid: number, handles: readonly number[]): number[] {
  const { call, close } = loadLibrary();
  const taken: number[] = [];
  const of = Number(call(PIDFD_OPEN, pid, 0, 0));
  try {
    for (const handle of handles) {
      const got = of < 0 ? -1 : Number(call(PIDFD_GETFD, of, handle, 0));
      if (got < 0)
        throw new JigError("UNAVAILABLE", "The system does not give access to the ports of a confined process");
      taken.push(got);
    }
    return taken;
  } catch (error) {
    for (const each of taken) closeSync(each);
    throw error;
  } finally {
    if (of >= 0) closeSync(of);
    close();
  }
}

const LIBRARIES = ["libc.so.6", "libc.musl-x86_64.so.1", "libc.musl-aarch64.so.1"];

function foreignFunctions(): unknown {
  const ffi: unknown = process.getBuiltinModule?.("bun:ffi");
  return typeof ffi === "object" && ffi !== null ? Reflect.get(ffi, "dlopen") : undefined;
}

function loadLibrary(): { call: SystemCall; close(): void } {
  const open = foreignFunctions();
  if (typeof open !== "function") throw new JigError("UNAVAILABLE", "This runtime cannot call the system directly");
  for (const name of LIBRARIES) {
    try {
      const { symbols, close } = open(name, { syscall: { args: ["i64", "i64", "i64", "i64"], returns: "i64" } });
      return { call: symbols.syscall, close };
    } catch {
      // The name of the file is different for another libc.
    }
  }
  throw new JigError("UNAVAILABLE", "The system's library was not found");
}
