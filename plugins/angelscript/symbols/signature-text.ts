/** Formats signatures in the same way for all tools. `searchApi` puts each argument on its own line. */
import { argumentTexts, type TypeUse, typeText } from "../binding/type-use.ts";
import type { Parameter } from "../database/declaration.ts";
import { visibility } from "../database/script-members.ts";
import { baseName } from "../database/symbol-table.ts";
import { type MemberSymbol, qualify, type TypeSymbol } from "../database/symbols.ts";
import { Flag } from "../parser/syntax.ts";

export interface SignatureStyle {
  accessorsAsProperties?: boolean;
  multiline?: boolean;
  /** The type by which the member is accessed, for its template arguments. */
  owner?: TypeUse | undefined;
}

export function typeSignature(type: TypeSymbol): string {
  switch (type.kind) {
    case "delegate":
    case "event": {
      const declaration = type.places[0]?.declaration;
      if (!declaration) return `${type.kind} ${type.qualifiedName}`;
      return `${type.kind} ${declaration.type} ${type.qualifiedName}(${parameterList(declaration.parameters ?? [])})`;
    }
    case "primitive":
      return type.name;
    case "class":
      return type.base && !(type.isBaseAssumed && !type.isScript)
        ? `class ${type.qualifiedName} : ${type.base}`
        : `class ${type.qualifiedName}`;
    default: {
      const parameters = type.templateParameters.length > 0 ? `<${type.templateParameters.join(",")}>` : "";
      return `${type.kind} ${type.qualifiedName}${parameters}`;
    }
  }
}

export function memberSignature(member: MemberSymbol, style: SignatureStyle = {}): string {
  const fill = fillerOf(style.owner, member);
  const shown = visibility(member.flags);
  const prefix = shown === "public" ? "" : `${shown} `;
  const accessor = style.accessorsAsProperties ? member.accessor : undefined;
  // Accessors with additional parameters are shown as methods, for example `GetSafeNormal(float Tolerance = …)`.
  if (accessor && member.parameters?.length === (accessor === "get" ? 0 : 1)) return propertySignature(member, style);
  const head = `${prefix}${fill(member.type)} ${ownerPrefix(member, style)}${member.name}`;
  if (!member.parameters) return head;
  const list = visibleParameters(member, style.owner);
  const shownList =
    style.multiline && list.length > 0
      ? `(\n\t\t${list.map(parameterText).join(",\n\t\t")}\n)`
      : `(${parameterList(list)})`;
  const suffix = `${member.flags & Flag.const ? " const" : ""}${member.flags & Flag.property ? " property" : ""}`;
  return head + shownList + suffix;
}

/** Formats an accessor like a property. */
export function propertySignature(member: MemberSymbol, style: SignatureStyle): string {
  const shown = visibility(member.flags);
  const type = member.name.startsWith("Get") ? member.type : (member.parameters?.[0]?.type ?? member.type);
  const text = `${fillerOf(style.owner, member)(type)} ${ownerPrefix(member, style)}${member.name.slice(3)}`;
  return shown === "public" ? text : `${shown} ${text}`;
}

/** The object parameter of a mixin is left out. */
export function visibleParameters(member: MemberSymbol, owner: TypeUse | undefined): Parameter[] {
  const fill = fillerOf(owner, member);
  const list = member.parameters ?? [];
  return (member.isMixin && member.kind === "function" ? list.slice(1) : list).map((parameter) => ({
    ...parameter,
    type: fill(parameter.type),
  }));
}

/** Returns `Owner.` for members, `Namespace::` for globals, and the extended type for mixins. */
function ownerPrefix(member: MemberSymbol, style: SignatureStyle): string {
  if (member.kind === "constructor") return "";
  if (member.owner) return `${style.owner ? typeText(style.owner) : member.owner.qualifiedName}.`;
  if (member.isMixin && member.parameters?.[0]) return `${bareType(member.parameters[0].type)}.`;
  return member.namespace === "" ? "" : `${member.namespace}::`;
}

/** Converts `const TArray<int>&in` to `TArray<int>`. The arguments are kept, since a mixin can depend on them. */
function bareType(type: string): string {
  return type.replace(/^(?:const\s+)?(?:::)?/, "").replace(/\s*&\s*(?:inout|in|out)?$/, "");
}

function fillerOf(owner: TypeUse | undefined, member: MemberSymbol): (type: string) => string {
  if (!owner || member.owner !== owner.symbol) return (type) => type;
  const list = argumentTexts(owner);
  if (list.length === 0) return (type) => type;
  const words = new Map(list.map((argument, index) => [owner.symbol.templateParameters[index] ?? "", argument]));
  return (type) => type.replace(/\b\w+\b/g, (word) => words.get(word) ?? word);
}

export function parameterList(parameters: readonly Parameter[]): string {
  return parameters.map(parameterText).join(", ");
}

export function parameterText(parameter: Parameter): string {
  const name = parameter.name === "" ? "" : ` ${parameter.name}`;
  return `${parameter.type}${name}${parameter.value === undefined ? "" : ` = ${parameter.value}`}`;
}

/** Returns the label for searching, such as `Owner.Name()` or `Namespace::Name`. */
export function memberLabel(member: MemberSymbol): string {
  const call = member.parameters ? "()" : "";
  if (member.kind === "constructor") return `${member.owner?.qualifiedName ?? ""}.${member.name}() <ctor>`;
  if (member.owner) return `${member.owner.qualifiedName}.${member.name}${call}`;
  if (member.isMixin && member.parameters?.[0]) return `${baseName(member.parameters[0].type)}.${member.name}${call}`;
  return `${qualify(member.namespace, member.name)}${call}`;
}
