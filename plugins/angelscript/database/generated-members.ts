/** Functions that the compiler makes for each class. */
import { Flag } from "../parser/syntax.ts";
import type { Parameter } from "./declaration.ts";
import { MemberSymbol, type TypeHierarchy, type TypeSymbol } from "./symbols.ts";

const ACTOR = { name: "Actor", type: "AActor", value: undefined };
const WITH_NAME = { name: "WithName", type: "FName", value: "NAME_None" };
const SPAWN: Parameter[] = [
  { name: "Location", type: "FVector", value: "FVector::ZeroVector" },
  { name: "Rotation", type: "FRotator", value: "FRotator::ZeroRotator" },
  { name: "Name", type: "FName", value: "NAME_None" },
  { name: "bDeferredSpawn", type: "bool", value: "false" },
  { name: "Level", type: "ULevel", value: "nullptr" },
];
const HAZE_ACTOR = { name: "Actor", type: "AHazeActor", value: undefined };
const INSTIGATOR = { name: "Instigator", type: "FInstigator", value: undefined };
const PRIORITY = { name: "Priority", type: "EHazeSettingsPriority", value: "EHazeSettingsPriority::Script" };
const TAKE = [HAZE_ACTOR, INSTIGATOR, PRIORITY];

/** In the namespace named like the type: `T::StaticClass()`, `T::Get(Actor)`, `T::Spawn()`. */
export function generatedStatics(table: TypeHierarchy, type: TypeSymbol): MemberSymbol[] {
  if (type.kind !== "class") return [];
  const own = type.qualifiedName;
  const make: Make = (name, returns, parameters, doc, source) =>
    new MemberSymbol({
      kind: "function",
      name,
      type: returns,
      parameters,
      namespace: own,
      place: source?.place ?? type.places[0],
      native: { generated: true, doc: `${doc} Made by the compiler.` },
    });
  const list = [make("StaticClass", "UClass", [], `The class object of ${own}.`)];
  const is = (name: string): boolean => table.derivesFromNamed(type, name);
  if (type.name.startsWith("A") && (is("AActor") || !type.isScript))
    list.push(make("Spawn", own, SPAWN, `Spawns an actor of ${own}.`));
  else if (is("UActorComponent") || (!type.isScript && type.name.endsWith("Component"))) {
    list.push(make("Get", own, [ACTOR, WITH_NAME], `The first ${own} of the actor.`));
    list.push(
      make("GetOrCreate", own, [ACTOR, WITH_NAME], `The first ${own} of the actor; a new one if there is none.`),
    );
    list.push(make("Create", own, [ACTOR, WITH_NAME], `Adds a ${own} to the actor.`));
  } else if (is("ULocalPlayerSubsystem") || is("UScriptLocalPlayerSubsystem")) {
    const doc = "The subsystem of the local player.";
    list.push(make("Get", own, [{ name: "LocalPlayer", type: "ULocalPlayer", value: undefined }], doc));
    list.push(make("Get", own, [{ name: "PlayerController", type: "APlayerController", value: undefined }], doc));
  } else if (/Subsystem$/.test(type.name) || is("USubsystem") || is("UHazeSingleton"))
    list.push(make("Get", own, [], "The subsystem."));
  if (is("UHazeComposableSettings")) list.push(...settingsStatics(type, make));
  if (is("UHazeEffectEventHandler")) list.push(...triggers(table, type, make));
  return list;
}

/** `source` is the member that a function is made for; both have one place. */
type Make = (
  name: string,
  returns: string,
  parameters: Parameter[],
  doc: string,
  source?: MemberSymbol,
) => MemberSymbol;

function settingsStatics(type: TypeSymbol, make: Make): MemberSymbol[] {
  const list = [
    make("GetSettings", type.qualifiedName, [HAZE_ACTOR], "The settings in force for the actor."),
    make("TakeTransientSettings", type.qualifiedName, TAKE, "Settings of the instigator that may be changed."),
    make("ClearSettings", "void", TAKE, "Takes back all settings of the instigator."),
  ];
  for (const property of type.members) {
    if (property.kind !== "property") continue;
    const value = { name: "NewValue", type: property.type, value: undefined };
    for (const name of new Set([property.name.replace(/^b(?=[A-Z])/, ""), property.name])) {
      const set = [HAZE_ACTOR, value, INSTIGATOR, PRIORITY];
      list.push(make(`Set${name}`, "void", set, `Sets ${property.name} for the actor.`, property));
      list.push(make(`Clear${name}`, "void", TAKE, `Takes back ${property.name}.`, property));
    }
  }
  return list;
}

/** `T::Trigger_Event(Actor, parameters)` for each event of the handler and of its bases. */
function triggers(table: TypeHierarchy, type: TypeSymbol, make: Make): MemberSymbol[] {
  const list: MemberSymbol[] = [];
  for (const each of table.chain(type))
    for (const method of each.members)
      if (method.kind === "method" && method.flags & Flag.blueprintEvent)
        list.push(
          make(
            `Trigger_${method.name}`,
            "void",
            [HAZE_ACTOR, ...(method.parameters ?? [])],
            `Triggers ${method.name}.`,
            method,
          ),
        );
  return list;
}

/** All of them that the type's own properties bring. */
export function overrideSwitches(table: TypeHierarchy, type: TypeSymbol): MemberSymbol[] {
  if (!type.isScript || !table.derivesFromNamed(type, "UHazeComposableSettings")) return [];
  return type.members.flatMap((member) =>
    member.kind === "property" ? (overrideSwitch(table, type, `bOverride_${member.name}`) ?? []) : [],
  );
}

/** Properties that the compiler adds to composable settings: `bOverride_X` for each `X`. */
export function overrideSwitch(table: TypeHierarchy, type: TypeSymbol, name: string): MemberSymbol | undefined {
  if (!name.startsWith("bOverride_") || !table.derivesFromNamed(type, "UHazeComposableSettings")) return undefined;
  const property = name.slice("bOverride_".length);
  for (const each of table.chain(type))
    if (each.member(property).length > 0 || each.member(`b${property}`).length > 0)
      return new MemberSymbol({
        kind: "property",
        name,
        type: "bool",
        owner: each,
        namespace: each.namespace,
        place: each.member(property)[0]?.place,
        native: { generated: true },
      });
  return undefined;
}

/** A value of an engine enum with unknown values: a name that scripts write after `Enum::` can be nothing else. Undefined if all values are known. */
export function inferredValue(table: TypeHierarchy, type: TypeSymbol, name: string): MemberSymbol | undefined {
  if (!table.native.hasGaps || type.isScript || type.kind !== "enum") return undefined;
  const doc = "A value that only scripts name: the source of the engine's types does not list it.";
  const native = { generated: true, doc };
  return new MemberSymbol({ kind: "enumValue", name, type: type.name, owner: type, namespace: type.namespace, native });
}
