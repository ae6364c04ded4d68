/** What a class of the engine derives from where the engine does not tell. */
import classes from "../baseline/engine-bases.json" with { type: "json" };

const BASES: ReadonlyMap<string, string> = new Map(
  Object.entries(classes.bases).flatMap(([base, derived]) => derived.split(" ").map((name) => [name, base] as const)),
);

/** By Unreal's class reference; undefined for classes that it was not asked about. */
export function engineBase(name: string): string | undefined {
  return BASES.get(name);
}

/** What a class derives from at least, by Unreal's naming rules, where nobody tells. */
export function assumedBase(name: string): string {
  const known = engineBase(name);
  if (known !== undefined) return known;
  if (name === "UObject" || !/^[AU][A-Z]/.test(name)) return "";
  if (name.startsWith("A") && name !== "AActor") return "AActor";
  return /Component(?:Base)?$/.test(name) && name !== "UActorComponent" ? "UActorComponent" : "UObject";
}
