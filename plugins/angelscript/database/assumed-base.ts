/** What a class derives from where the engine does not tell. */

/** What a class derives from at least, by Unreal's naming rules, where the engine does not tell. */
export function assumedBase(name: string): string {
  if (name === "UObject" || !/^[AU][A-Z]/.test(name)) return "";
  if (name.startsWith("A") && name !== "AActor") return "AActor";
  return name.endsWith("Component") && name !== "UActorComponent" ? "UActorComponent" : "UObject";
}
