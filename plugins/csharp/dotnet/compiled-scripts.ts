/**
 * Determines the scripts inside a project's folder that it does not compile, as with
 * `<Compile Remove="Generated/**" />`.
 */
import { isAbsolute, join } from "node:path";
import { compileGlob, slashed } from "../../../core/host/plugin-api.ts";

/**
 * An item of a build. Items apply in order, and each of them excludes the scripts that match or includes them again.
 */
interface Step {
  isRemoval: boolean;
  matches: (path: string) => boolean;
}

export class CompiledScripts {
  /** The items of each build. Undefined if one of them is unknown. */
  readonly #builds: (readonly Step[] | undefined)[] = [];
  /** Caches the result for each script, which is needed for every name that may refer to it. */
  readonly #known = new Map<string, boolean>();

  /** `items` are the `Compile` items of a build. A value is undefined if it contains an unknown property. */
  addBuild(folder: string, items: readonly { isRemoval: boolean; value: string | undefined }[]): void {
    const steps: Step[] = [];
    this.#known.clear();
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
    let known = this.#known.get(path);
    if (known === undefined) {
      const isRemoved = (steps?: readonly Step[]) =>
        steps?.findLast(({ matches }) => matches(path))?.isRemoval === true;
      known = this.#builds.length > 0 && this.#builds.every(isRemoved);
      this.#known.set(path, known);
    }
    return known;
  }
}

/** MSBuild only knows `*`, `**` and `?`. */
function matching(glob: string): (path: string) => boolean {
  return compileGlob(glob.replace(/[[\]{}\\]/g, "\\$&"), { ignoreCase: true });
}
