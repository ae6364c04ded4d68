/** Scripts below a project's folder that it does not compile: `<Compile Remove="Generated/**" />`. */
import { isAbsolute, join } from "node:path";
import { slashed } from "../../../core/host/plugin-api.ts";

/** One item of a build, in order: it leaves matching scripts out, or takes them in again. */
interface Step {
  isRemoval: boolean;
  matches: RegExp;
}

export class CompiledScripts {
  /** Steps of each build; undefined if an item is unknown. */
  readonly #builds: (readonly Step[] | undefined)[] = [];

  /** `items` are the build's `Compile` items; a value is undefined if it contains an unknown property. */
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

  /** Whether no build compiles the script. */
  leavesOut(path: string): boolean {
    return (
      this.#builds.length > 0 &&
      this.#builds.every((steps) => steps?.findLast(({ matches }) => matches.test(path))?.isRemoval === true)
    );
  }
}

/** A glob of MSBuild: `**` across folders, `*` within one, `?`. */
function matching(glob: string): RegExp {
  const translated = glob.replace(/\*\*\/|\*\*|\*|\?|[.+^${}()|[\]\\]/g, (found) => {
    if (found === "**/") return "(?:.*/)?";
    if (found === "**") return ".*";
    if (found === "*") return "[^/]*";
    return found === "?" ? "[^/]" : `\\${found}`;
  });
  return new RegExp(`^${translated}$`, "i");
}
