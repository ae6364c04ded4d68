/** What a class of the engine derives from where the engine does not tell. */
import classes from "../baseline/engine-bases.json" with { type: "json" };

const BASES: ReadonlyMap<string, string> = new Map(
  Object.entries(classes.bases).flatMap(([base, derived]) => derived.split(" ").map((name) => [name, base] as const)),
);

/** By Unreal's class reference; undefined for classes that it was not asked about. */
export function engineBase(name: string): string | undefined {
  return BASES.get(name);
}

/** What Unreal's classes are called by: the end of a name, most telling first. */
const ENDINGS = [
  [/^A.+PlayerController$/, "APlayerController"],
  [/^A.+AIController$/, "AAIController"],
  [/^A.+Controller$/, "AController"],
  [/^A.+Character$/, "ACharacter"],
  [/^A.+Pawn$/, "APawn"],
  [/^A.+PlayerState$/, "APlayerState"],
  [/^U.+Component(?:Base)?$/, "UActorComponent"],
] as const;

/** What a class derives from at least, by Unreal's naming rules, where nobody tells. */
export function assumedBase(name: string): string {
  const known = engineBase(name);
  if (known !== undefined) return known;
  if (name === "UObject" || !/^[AU][A-Z]/.test(name)) return "";
  for (const [ending, base] of ENDINGS) if (name !== base && ending.test(name)) return base;
  return name.startsWith("A") && name !== "AActor" ? "AActor" : "UObject";
}
