/** Scripts in a project's folder that are not compiled, e.g. because of `<Compile Remove="Generated/**" />` */
import { isAbsolute, join } from "node:path";
import { compileGlob, slashed } from "../../../core/host/plugin-api.ts";

/** Items apply in order. Each one excludes scripts that match, or includes them again. */
interface Step {
  isRemoval: boolean;
  matches: (path: string) => boolean;
}

export class CompiledScripts {
  /** Items per build. Undefined if we do not know one of them. */
  readonly #builds: (readonly Step[] | undefined)[] = [];
  /** Cached per script, because it is needed for every name that might mean it. */
  readonly #known = new Map<string, boolean>();

  /** @param items the build's `Compile` items. If there is an unknown property in one, its value is undefined. */
  addBuild(folder: string, items: readonly { isRemoval: boolean; value: string | undefined }[]): void {
    const steps: Step[] = [];
    this.#known.clear();
    // Projects without default items list thousands of scripts. To compile these globs takes longer than anything else.
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

  /** True if there is no build that compiles the script. */
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

/** Compile a glob. MSBuild only knows about `*`, `**` and `?`, so everything else is escaped. */
function matching(glob: string): (path: string) => boolean {
  return compileGlob(glob.replace(/[[\]{}\\]/g, "\\$&"), { ignoreCase: true });
}
