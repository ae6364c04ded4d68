/**
 * Determines the scripts inside a project's folder that it does not compile, as with
 * `<Compile Remove="Generated/**" />`.
 */
import { isAbsolute, join } from "node:path";
import { slashed } from "../../../core/host/plugin-api.ts";

/**
 * An item of a build. Items apply in order, and each of them excludes the scripts that match or includes them again.
 */
interface Step {
  isRemoval: boolean;
  matches: RegExp;
}

export class CompiledScripts {
  /** The items of each build. Undefined if one of them is unknown. */
  readonly #builds: (readonly Step[] | undefined)[] = [];

  /** `items` are the `Compile` items of a build. A value is undefined if it contains an unknown property. */
  addBuild(folder: string, items: readonly { isRemoval: boolean; value: string | undefined }[]): void {
    const steps: Step[] = [];
    for (const { isRemoval, value } of items) {
      if (value === undefined) {
        this.#builds.push(undefined);
        return;
      }
      for (const each of value.split(";")) {
        const glob = slashed(each.trim().replaceAll("\\", "/"));
        if (glob !== "") steps.push({ isRemoval, matches: matching(isAbsolute(glob) ? glob : join(folder, glob)) });
      }
    }
    this.#builds.push(steps);
  }

  /** Returns true if no build compiles the script. */
  leavesOut(path: string): boolean {
    return (
      this.#builds.length > 0 &&
      this.#builds.every((steps) => steps?.findLast(({ matches }) => matches.test(path))?.isRemoval === true)
    );
  }
}

/** Compiles an MSBuild glob. `**` matches across folders and `*` within a folder; `?` is supported as well. */
function matching(glob: string): RegExp {
  const translated = glob.replace(/\*\*\/|\*\*|\*|\?|[.+^${}()|[\]\\]/g, (found) => {
    if (found === "**/") return "(?:.*/)?";
    if (found === "**") return ".*";
    if (found === "*") return "[^/]*";
    return found === "?" ? "[^/]" : `\\${found}`;
  });
  return new RegExp(`^${translated}$`, "i");
}
