/** Errors of the machine (full disk, denied access), with their place: the system's own messages name neither the folder nor a remedy. */

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
    hint: "Name a place that can be written to",
  },
};

const OF_PROCESSES: Record<string, Kind> = {
  EMFILE: {
    code: "UNAVAILABLE",
    text: "The system lets this process open no more files",
    hint: "Raise the limit (`ulimit -n`), or make fewer calls at once",
  },
  ENFILE: {
    code: "UNAVAILABLE",
    text: "The system has no more files to open",
    hint: "End other programs, or make fewer calls at once",
  },
  ENOMEM: {
    code: "UNAVAILABLE",
    text: "The system gives this process no more memory",
    hint: "Raise the limit (`ulimit -v`), or make fewer calls at once",
  },
  EAGAIN: {
    code: "UNAVAILABLE",
    text: "The system lets this user start no more processes",
    hint: "Raise the limit (`ulimit -u`), or make fewer calls at once",
  },
};

/** Returns undefined for other errors. The place of a disk error is the path it names, or that file's folder. */
export function resourceErrorOf(error: unknown, folder?: string): ResourceError | undefined {
  const { code = "", path } = (error ?? {}) as { code?: string; path?: unknown };
  if (typeof code !== "string") return undefined;
  if (Object.hasOwn(OF_PROCESSES, code)) {
    const { text, ...rest } = OF_PROCESSES[code]!;
    return { code: rest.code, message: text, hint: rest.hint };
  }
  if (!Object.hasOwn(OF_DISKS, code)) return undefined;
  const { text, ...rest } = OF_DISKS[code]!;
  const place = folder ?? (typeof path === "string" ? path.replace(/[\\/][^\\/]*$/, "") : undefined);
  return { ...rest, message: `Cannot write${place === undefined ? "" : ` in ${JSON.stringify(place)}`}: ${text}` };
}
