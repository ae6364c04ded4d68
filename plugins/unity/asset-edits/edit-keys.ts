/**
 * Defines which keys each operation of an asset edit accepts. A key that would have no effect is an error, because the caller
 * presumably expected it to do something.
 */
import type { Json } from "../../../core/host/plugin-api.ts";
import { badValue } from "./edit-errors.ts";

export interface AssetEdit {
  op: "set" | "revert" | "add" | "remove" | "move";
  object: string;
  component: string;
  field: string;
  value?: Json | undefined;
  name: string;
  /** The prefab to create an instance of. Only `add` uses this. */
  prefab: string;
  /** The new parent for `move`, where "/" means the root of the scene. */
  parent?: string | undefined;
  index?: number | undefined;
}

type Key = Exclude<keyof AssetEdit, "op">;

/** The keys of `add` and `move` depend on whether they apply to a component or to an object. */
const KEYS: Readonly<Record<string, readonly Key[]>> = {
  set: ["object", "component", "field", "value"],
  revert: ["object", "component", "field"],
  "add of a component": ["object", "component"],
  "add of an object": ["object", "parent", "name", "prefab", "index"],
  remove: ["object", "component"],
  "move of a component": ["object", "component", "index"],
  "move of an object": ["object", "parent", "index"],
};

const ALL: readonly Key[] = ["object", "component", "field", "value", "name", "prefab", "parent", "index"];

function formOf({ op, component }: Pick<AssetEdit, "op" | "component">): string {
  if (op !== "add" && op !== "move") return op;
  return `${op} of ${component === "" ? "an object" : "a component"}`;
}

/** Throws INVALID_ARGUMENT if the edit has a key that we would otherwise silently ignore. */
export function refuseIdleKeys(edit: AssetEdit): void {
  const form = formOf(edit);
  const read = KEYS[form] ?? ALL;
  const idle = ALL.filter((key) => edit[key] !== undefined && edit[key] !== "" && !read.includes(key));
  const [first] = idle;
  if (first) {
    const others = Object.keys(KEYS).filter((each) => idle.every((key) => KEYS[each]?.includes(key)));
    const instead = others.length > 0 ? `, or use op ${others.join(" or ")}` : "";
    throw badValue(
      `op ${form} does not use ${idle.join(" and ")}`,
      `Leave ${idle.length > 1 ? "them" : "it"} out (it takes ${read.join(", ")})${instead}`,
    );
  }
  if (edit.op === "add" && edit.parent && edit.object !== "" && edit.object !== edit.parent)
    throw badValue(
      "op add has both object and parent",
      "Pass only one of them: the object that will contain the new one",
    );
}
