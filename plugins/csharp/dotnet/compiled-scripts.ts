/** Finds scripts in the folder of a project that aren't compiled, for example because of `<Compile Remove="Generated/**" />`. */
import { isAbsolute, join } from "node:path";
import { compileGlob, slashed } from "../../../core/host/plugin-api.ts";

/** Items apply in order. Each one excludes scripts that match, or includes them again. */
interface Step {
  isRemoval: boolean;
  matches: (path: string) => boolean;
}

export class CompiledScripts {
  /** The items of each build. They are undefined if one of them isn't known. */
  readonly #builds: (readonly Step[] | undefined)[] = [];
  /** The result is cached for each script, because every name that might mean it needs this. */
  readonly #known = new Map<string, boolean>();

  /** @param items the build's `Compile` items. If there is an unknown property in one, its value is undefined. */
  addBuild(folder: string, items: readonly { isRemoval: boolean; value: string | undefined }[]): void {
    const steps: Step[] = [];
    this.#known.clear();
    // Projects without default items list thousands of scripts, and compiling these globs would take longer than anything else.
    if (!items.some(({ isRemoval }) => isRemoval)) {
      this.#builds.push(steps);
      return;
    }
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

/** Compiles a glob. MSBuild only knows `*`, `**` and `?`, so everything else is escaped. */
function matching(glob: string): (path: string) => boolean {
  return compileGlob(glob.replace(/[[\]{}\\]/g, "\\$&"), { ignoreCase: true });
}
