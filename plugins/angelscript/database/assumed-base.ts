/** Assumed bases of engine classes, for sources that do not give them. */
import classes from "../baseline/engine-bases.json" with { type: "json" };

const BASES: ReadonlyMap<string, string> = new Map(
  Object.entries(classes.bases).flatMap(([base, derived]) => derived.split(" ").map((name) => [name, base] as const)),
);

/** From Unreal's class reference, or undefined for classes that were not looked up. */
export function engineBase(name: string): string | undefined {
  return BASES.get(name);
}

/** Endings of Unreal's class names, the most specific first. */
const ENDINGS = [
  [/^A.+PlayerController$/, "APlayerController"],
  [/^A.+AIController$/, "AAIController"],
  [/^A.+Controller$/, "AController"],
  [/^A.+Character$/, "ACharacter"],
  [/^A.+Pawn$/, "APawn"],
  [/^A.+PlayerState$/, "APlayerState"],
  [/^U.+Component(?:Base)?$/, "UActorComponent"],
] as const;

/** The least specific base of a class by Unreal's naming rules, if no source gives it. */
export function assumedBase(name: string): string {
  const known = engineBase(name);
  if (known !== undefined) return known;
  if (name === "UObject" || !/^[AU][A-Z]/.test(name)) return "";
  for (const [ending, base] of ENDINGS) if (name !== base && ending.test(name)) return base;
  return name.startsWith("A") && name !== "AActor" ? "AActor" : "UObject";
}
