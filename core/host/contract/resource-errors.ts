/**
 * Improves the messages of system errors such as a full disk or denied access, because the system mentions neither the folder
 * nor a way to fix it.
 */
import { errorCode } from "./error-parts.ts";

export interface ResourceError {
  code: "UNAVAILABLE" | "PERMISSION_DENIED";
  message: string;
  hint: string;
}

interface Kind {
  code: ResourceError["code"];
  text: string;
  hint: string;
}

const OF_DISKS: Record<string, Kind> = {
  ENOSPC: { code: "UNAVAILABLE", text: "the disk is full", hint: "Free some space there" },
  EDQUOT: { code: "UNAVAILABLE", text: "the disk quota is used up", hint: "Free some space there" },
  EFBIG: {
    code: "UNAVAILABLE",
    text: "the file would be larger than this process may write",
    hint: "Raise the limit (`ulimit -f`)",
  },
  EROFS: {
    code: "PERMISSION_DENIED",
    text: "the file system is read-only",
    hint: "Choose a writable place",
  },
};

const OF_PROCESSES: Record<string, Kind> = {
  EMFILE: {
    code: "UNAVAILABLE",
    text: "The system does not let this process open more files",
    hint: "Raise the limit (`ulimit -n`), or make fewer calls at once",
  },
  ENFILE: {
    code: "UNAVAILABLE",
    text: "The system has reached its limit of open files",
    hint: "Close other programs, or make fewer calls at once",
  },
  ENOMEM: {
    code: "UNAVAILABLE",
    text: "The system does not give this process more memory",
    hint: "Raise the limit (`ulimit -v`), or make fewer calls at once",
  },
  EAGAIN: {
    code: "UNAVAILABLE",
    text: "The system does not let this user start more processes",
    hint: "Raise the limit (`ulimit -u`), or make fewer calls at once",
  },
};

/** Returns undefined for other errors. For disk errors, the location is the path or the folder of that file. */
export function resourceErrorOf(error: unknown, folder?: string): ResourceError | undefined {
  const code = errorCode(error);
  const path = typeof error === "object" && error !== null && "path" in error ? error.path : undefined;
  const ofProcess = Object.hasOwn(OF_PROCESSES, code) ? OF_PROCESSES[code] : undefined;
  if (ofProcess) {
    const { text, ...rest } = ofProcess;
    return { code: rest.code, message: text, hint: rest.hint };
  }
  const ofDisk = Object.hasOwn(OF_DISKS, code) ? OF_DISKS[code] : undefined;
  if (!ofDisk) return undefined;
  const { text, ...rest } = ofDisk;
  const place = folder ?? (typeof path === "string" ? path.replace(/[\\/][^\\/]*$/, "") : undefined);
  return { ...rest, message: `Cannot write${place === undefined ? "" : ` in ${JSON.stringify(place)}`}: ${text}` };
}
