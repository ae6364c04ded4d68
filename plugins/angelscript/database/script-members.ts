/** Creates the symbols for declarations in scripts. */
import { Flag } from "../parser/syntax.ts";
import type { Declaration } from "./declaration.ts";
import { type MemberKind, MemberSymbol, type Place, type TypeKind, type TypeSymbol } from "./symbols.ts";

const TYPE_KINDS = new Set(["class", "struct", "enum", "delegate", "event"]);

export function isType(declaration: Declaration): boolean {
  return TYPE_KINDS.has(declaration.kind);
}

/** Properties come before methods. Apart from this, the order is that of the declarations. */
export function scriptMembers(type: TypeSymbol): MemberSymbol[] {
  const properties: MemberSymbol[] = [];
  const methods: MemberSymbol[] = [];
  for (const place of type.places) {
    if (type.kind === "delegate" || type.kind === "event") return delegateMembers(type, place);
    for (const declaration of place.declaration.members) {
      const member = ofType(type, { file: place.file, declaration });
      if (member) (member.isCallable ? methods : properties).push(member);
    }
  }
  return [...properties, ...methods];
}

/** The members that `delegateMembers` creates, apart from constructors. */
const DELEGATE_NAMES = [
  ...["IsBound", "Clear", "Broadcast", "AddUFunction", "Unbind", "UnbindObject"],
  ...["Execute", "ExecuteIfBound", "BindUFunction", "GetUObject", "GetFunctionName"],
].join(" ");

/** The names of the members of a type, among other words. */
export function scriptNames(type: TypeSymbol): string {
  if (type.kind === "delegate" || type.kind === "event") return DELEGATE_NAMES;
  return type.places.map(({ declaration }) => declaration.memberNames).join(" ");
}

const KINDS: Partial<Record<Declaration["kind"], MemberKind>> = {
  function: "method",
  constructor: "constructor",
  destructor: "destructor",
  variable: "property",
  enumValue: "enumValue",
  access: "access",
};

function ofType(owner: TypeSymbol, place: Place): MemberSymbol | undefined {
  const { declaration } = place;
  const kind = KINDS[declaration.kind];
  if (!kind) return undefined;
  return new MemberSymbol({
    kind,
    name: declaration.name,
    type: kind === "enumValue" ? owner.name : kind === "constructor" ? owner.name : declaration.type,
    parameters: declaration.parameters,
    flags: declaration.flags,
    owner,
    namespace: owner.namespace,
    place,
  });
}

/** Creates the symbols of functions, variables and assets. */
export function ofNamespace(namespace: string, place: Place): MemberSymbol | undefined {
  const { declaration } = place;
  const kind = declaration.kind;
  if (kind !== "function" && kind !== "variable" && kind !== "asset") return undefined;
  return new MemberSymbol({
    kind: kind === "function" ? "function" : "variable",
    name: declaration.name,
    type: declaration.type,
    parameters: declaration.parameters,
    flags: declaration.flags,
    namespace,
    place,
  });
}

const OBJECT_AND_NAME = [
  { name: "Object", type: "UObject", value: undefined },
  { name: "FunctionName", type: "FName", value: undefined },
];

/** Creates the members that the compiler generates for delegates and events, such as `Broadcast`. */
function delegateMembers(owner: TypeSymbol, place: Place): MemberSymbol[] {
  const { declaration } = place;
  const parameters = declaration.parameters ?? [];
  const object = OBJECT_AND_NAME.slice(0, 1);
  const make = (name: string, type: string, list: typeof parameters, bindsNames = false): MemberSymbol =>
    new MemberSymbol({
      kind: name === owner.name ? "constructor" : "method",
      name,
      type,
      parameters: list,
      flags: 0,
      owner,
      namespace: owner.namespace,
      place,
      // For example, `Handler.UObject` means `Handler.GetUObject()`.
      native: { generated: true, bindsNames, accessor: name.startsWith("Get") },
    });
  if (owner.kind === "event")
    return [
      make("IsBound", "bool", []),
      make("Clear", "void", []),
      make("Broadcast", "void", parameters),
      make("AddUFunction", "void", OBJECT_AND_NAME, true),
      make("Unbind", "void", OBJECT_AND_NAME, true),
      make("UnbindObject", "void", object),
    ];
  return [
    make("IsBound", "bool", []),
    make("Clear", "void", []),
    make("Execute", declaration.type, parameters),
    make("ExecuteIfBound", declaration.type, parameters),
    make("BindUFunction", "void", OBJECT_AND_NAME, true),
    make("GetUObject", "UObject", []),
    make("GetFunctionName", "FName", []),
    make(owner.name, owner.name, []),
    make(owner.name, owner.name, OBJECT_AND_NAME, true),
  ];
}

export function typeKind(declaration: Declaration): TypeKind {
  return declaration.kind as TypeKind;
}

export function visibility(flags: number): "public" | "protected" | "private" {
  return flags & Flag.private ? "private" : flags & Flag.protected ? "protected" : "public";
}
