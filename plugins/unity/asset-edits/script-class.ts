/** Finds the class of Unity that a script derives from, as far as the project's sources say. Unity accepts no component as an asset, and no asset as a component. */
import path from "node:path";
import type { AssetAccess } from "./edited-asset.ts";

export interface ScriptClass {
  /** Unknown if the way up leads out of the project's sources. */
  kind: "component" | "asset" | "neither" | "unknown";
  isAbstract: boolean;
  /** The class at which the way up ends. */
  base: string;
}

/** Classes of Unity at which most ways end. */
const COMPONENTS = new Set(["MonoBehaviour", "NetworkBehaviour", "UIBehaviour", "Component", "Behaviour"]);
const ASSETS = new Set(["ScriptableObject", "StateMachineBehaviour", "PlayableAsset", "TileBase", "Tile"]);
const MAX_STEPS = 20;

interface Head {
  isAbstract: boolean;
  /** "" without one. */
  base: string;
  isPartial: boolean;
}

/** The head of a class in its source. */
export function classHead(source: string, name: string): Head | undefined {
  // A file may have any name, a class may not.
  if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name)) return undefined;
  const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, " ");
  const head = new RegExp(
    `((?:\\b(?:public|internal|private|protected|abstract|sealed|static|partial|new|unsafe)\\s+)*)\\bclass\\s+${name}\\b\\s*(?:<[^{]*?>)?\\s*(?::\\s*([\\w.:]+))?`,
  ).exec(code);
  if (!head) return undefined;
  const [, modifiers = "", written = ""] = head;
  const base = written.split(/[.:]/).at(-1) ?? "";
  // The list may begin with an interface.
  return {
    isAbstract: /\babstract\b|\bstatic\b/.test(modifiers),
    base: /^I[A-Z]/.test(base) ? "" : base,
    isPartial: /\bpartial\b/.test(modifiers) || /^I[A-Z]/.test(base),
  };
}

export async function scriptClass(file: string, { assets, files }: AssetAccess): Promise<ScriptClass> {
  let at = file;
  let isAbstract: boolean | undefined;
  for (let step = 0; step < MAX_STEPS; step++) {
    const source = await files.files.readText(at).catch(() => undefined);
    const head = classHead(source?.text ?? "", path.basename(at, ".cs"));
    if (!head) return { kind: "unknown", isAbstract: isAbstract === true, base: "" };
    isAbstract ??= head.isAbstract;
    const { base, isPartial } = head;
    if (COMPONENTS.has(base)) return { kind: "component", isAbstract, base };
    if (ASSETS.has(base)) return { kind: "asset", isAbstract, base };
    if (base === "") return { kind: isPartial ? "unknown" : "neither", isAbstract, base };
    const [next, other] = assets.guids.named(`${base}.cs`);
    if (!next || other) return { kind: "unknown", isAbstract, base };
    at = next[1];
  }
  return { kind: "unknown", isAbstract: isAbstract === true, base: "" };
}
