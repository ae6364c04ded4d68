/** Guesses the base classes of engine types for which our data has none. */
import classes from "../baseline/engine-bases.json" with { type: "json" };

const BASES: ReadonlyMap<string, string> = new Map(
  Object.entries(classes.bases).flatMap(([base, derived]) => derived.split(" ").map((name) => [name, base] as const)),
);

/** Looks up the base in Unreal's class reference. It returns undefined for classes that aren't listed. */
export function engineBase(name: string): string | undefined {
  return BASES.get(name);
}

/** The suffixes of Unreal's class names, starting with the most specific one. */
const ENDINGS = [
  [/^A.+PlayerController$/, "APlayerController"],
  [/^A.+AIController$/, "AAIController"],
  [/^A.+Controller$/, "AController"],
  [/^A.+Character$/, "ACharacter"],
  [/^A.+Pawn$/, "APawn"],
  [/^A.+PlayerState$/, "APlayerState"],
  [/^U.+Component(?:Base)?$/, "UActorComponent"],
] as const;

/** Otherwise we follow the naming conventions, by which `A…` is an actor and so on. */
export function assumedBase(name: string): string {
  const known = engineBase(name);
  if (known !== undefined) return known;
  if (name === "UObject" || !/^[AU][A-Z]/.test(name)) return "";
  for (const [ending, base] of ENDINGS) if (name !== base && ending.test(name)) return base;
  return name.startsWith("A") && name !== "AActor" ? "AActor" : "UObject";
}
