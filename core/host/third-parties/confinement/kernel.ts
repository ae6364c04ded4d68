/** Whether this machine's kernel can hold a third party's processes to what they declare, and which promise it cannot keep. */
import { loadNative, type Native } from "../../runtime/native.ts";
import type { Environment } from "../plugin-environment.ts";
import { ABI_OF_SCOPES, ABI_OF_TCP, ABI_OF_TRUNCATION, landlockVersion } from "./landlock.ts";
import { type FilterOptions, filterProgram } from "./seccomp.ts";

export interface Kernel {
  /** Of its Landlock. */
  version: number;
  /** Names in words what it lets through all the same. */
  gaps: readonly string[];
  /** See `filterProgram`. */
  filter(options: Pick<FilterOptions, "net" | "metadata">): FilterOptions;
}

/** With it third parties run as on a system that cannot confine them: for finding out what confinement gets in the way of. */
const SWITCH = "JIG_NO_CONFINEMENT";

/** undefined where it cannot: then third parties are NOT SANDBOXED, but for modules under Deno. */
export function findKernel(
  environment: Environment,
  native: Native | undefined = load(environment),
): Kernel | undefined {
  if (!native) return undefined;
  const version = landlockVersion(native);
  const { arch } = process;
  const truncation = version < ABI_OF_TRUNCATION;
  if (version === 0 || !filterProgram({ arch, net: false, metadata: false, truncation })) return undefined;
  const gaps = [
    ...(version < ABI_OF_TCP ? ["ports: a plugin that declares net may connect to any"] : []),
    ...(version < ABI_OF_SCOPES ? ["signals: a plugin may end other processes of yours"] : []),
  ];
  return {
    version,
    gaps,
    filter: (options) => ({ ...options, arch, truncation }),
  };
}

function load(environment: Environment): Native | undefined {
  return environment[SWITCH] ? undefined : loadNative();
}
