/** Guesses base classes of engine types when our engine data doesn't include them. */
import classes from "../baseline/engine-bases.json" with { type: "json" };

const BASES: ReadonlyMap<string, string> = new Map(
  Object.entries(classes.bases).flatMap(([base, derived]) => derived.split(" ").map((name) => [name, base] as const)),
);

/** Looks up the base in Unreal's class reference. Undefined for classes that aren't listed. */
export function engineBase(name: string): string | undefined {
  return BASES.get(name);
}

/** Suffixes of Unreal class names, most specific first. */
const ENDINGS = [
  [/^A.+PlayerController$/, "APlayerController"],
  [/^A.+AIController$/, "AAIController"],
  [/^A.+Controller$/, "AController"],
  [/^A.+Character$/, "ACharacter"],
  [/^A.+Pawn$/, "APawn"],
  [/^A.+PlayerState$/, "APlayerState"],
  [/^U.+Component(?:Base)?$/, "UActorComponent"],
] as const;

/** Falls back to naming conventions: `A…` is an actor, and so on. */
export function assumedBase(name: string): string {
  const known = engineBase(name);
  if (known !== undefined) return known;
  if (name === "UObject" || !/^[AU][A-Z]/.test(name)) return "";
  for (const [ending, base] of ENDINGS) if (name !== base && ending.test(name)) return base;
  return name.startsWith("A") && name !== "AActor" ? "AActor" : "UObject";
}
