/**
 * Checks that the folder of a socket belongs to this user alone. The socket is only protected by the permissions of its folder,
 * so we don't use it if other users can write there.
 */
import type { JigError } from "../../../core/host/plugin-api.ts";
import { editorError } from "../command/editor-errors.ts";
import { capture, type Run } from "../editor/unity-processes.ts";

/** One line of the output of `ls -ldn`. */
interface Entry {
  mode: string;
  owner: number;
  name: string;
}

export type Trust = { state: "trusted" } | { state: "absent" } | { state: "unsafe"; error: JigError };

/** In milliseconds. Only this user or root could make a safe folder unsafe in the meantime. */
const CACHE_MS = 500;

export class SocketTrust {
  readonly #run: Run;
  readonly #signal: AbortSignal;
  readonly #now: () => number;
  #euid: Promise<number | undefined> | undefined;
  readonly #checks = new Map<string, { at: number; trust: Promise<Trust> }>();

  constructor(run: Run, signal: AbortSignal, now: () => number) {
    this.#run = run;
    this.#signal = signal;
    this.#now = now;
  }

  /** The effective user id, which is part of the folder's name. Some systems don't have one. */
  euid(): Promise<number | undefined> {
    this.#euid ??= this.#readEuid();
    return this.#euid;
  }

  async #readEuid(): Promise<number | undefined> {
    const printed = await capture(this.#run, "id", ["-u"], this.#signal);
    const number = Number(printed?.stdout.trim());
    if (printed?.code === 0 && Number.isInteger(number) && printed.stdout.trim() !== "") return number;
    this.#euid = undefined;
    return undefined;
  }

  check(folder: string): Promise<Trust> {
    const known = this.#checks.get(folder);
    if (known && this.#now() - known.at < CACHE_MS) return known.trust;
    const trust = this.#check(folder);
    this.#checks.set(folder, { at: this.#now(), trust });
    trust.catch(() => this.#checks.delete(folder));
    return trust;
  }

  async #check(folder: string): Promise<Trust> {
    const euid = await this.euid();
    // We use `/tmp/.` because on macOS `/tmp` is a symbolic link.
    const listed = await capture(this.#run, "ls", ["-ldn", "/tmp/.", folder], this.#signal);
    if (!listed || euid === undefined) {
      return unsafe(folder, "cannot be examined without ls and id", "Put them on the PATH");
    }
    return judgeListing(listed.stdout, folder, euid);
  }
}

/** Evaluates the output of `ls -ldn /tmp/. FOLDER` for the user `euid`. */
export function judgeListing(listing: string, folder: string, euid: number): Trust {
  const entries = listing.split("\n").flatMap((line) => entryOf(line) ?? []);
  const parent = entries.find(({ name }) => name === "/tmp/.");
  const own = entries.find(({ name }) => name === folder || name.startsWith(`${folder} -> `));
  if (!own) return { state: "absent" };
  if (!parent?.mode.startsWith("d") || parent.owner !== 0 || !/t/i.test(parent.mode.charAt(9))) {
    return unsafe(
      folder,
      "is in a /tmp that is not owned by root with the sticky bit set",
      "sudo chown root /tmp; sudo chmod 1777 /tmp",
    );
  }
  const remove = `Quit Unity, run: rm -r ${folder}, and open the project again`;
  if (own.mode.startsWith("l")) return unsafe(folder, "is a link", remove);
  if (!own.mode.startsWith("d")) return unsafe(folder, "is not a folder", remove);
  if (own.owner !== euid)
    return unsafe(folder, `belongs to the user ${own.owner}`, `sudo rm -r ${folder}, then restart Unity`);
  if (own.mode.slice(0, 10) !== "drwx------") {
    return unsafe(folder, `has mode ${own.mode.slice(1, 10)} instead of rwx------`, `chmod 700 ${folder}`);
  }
  return { state: "trusted" };
}

/**
 * Parses a line such as `drwx------ 2 1000 1000 4096 Nov 22 03:15 /tmp/uloop-1000`. The mode can be followed by `.`, `+` or
 * `@`.
 */
function entryOf(line: string): Entry | undefined {
  const [, mode, owner, name] = /^([a-z-][rwxsStT-]{9})[.+@]?\s+\d+\s+(\d+)\s+\d+\s.*?\s(\/tmp.*)$/.exec(line) ?? [];
  return mode === undefined ? undefined : { mode, owner: Number(owner), name: name! };
}

function unsafe(folder: string, fault: string, fix: string): Trust {
  const error = editorError("NOT_TRUSTED", `The folder of the Editor's socket, "${folder}", ${fault}`, {
    hint: `Nothing was sent. ${fix}`,
    details: { folder },
  });
  return { state: "unsafe", error };
}
