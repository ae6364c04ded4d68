/** Members written as text, as `Binds.Cache` and the baseline have them: read by the parser of scripts. */
import { MemberSymbol, type NativeFacts, type TypeSymbol } from "../database/symbols.ts";
import type { Names } from "../lexer/interned-names.ts";
import { tokenize } from "../lexer/lexer.ts";
import { parseHead } from "../parser/head-parser.ts";
import { parseCallable } from "../parser/member-parser.ts";
import { Flag } from "../parser/syntax.ts";
import { TokenCursor } from "../parser/token-cursor.ts";
import { parseType } from "../parser/type-parser.ts";
import type { BoundMethod, BoundProperty } from "./binds-layout.ts";
import { isHidden } from "./debug-database.ts";

/** An engine's text for the name of an object's property. */
const NAMELESS = "unresolved_object";

/** A field, or the property that generated accessors make. */
export function boundProperty(property: BoundProperty, owner: TypeSymbol, names: Names): MemberSymbol | undefined {
  const parts = { kind: "property" as const, owner, namespace: "", native: {} };
  if (property.declaration === "") return new MemberSymbol({ ...parts, name: property.path, type: "bool" });
  try {
    const cursor = new TokenCursor(tokenize(property.declaration, names));
    const type = parseType(cursor).text;
    if (cursor.isName()) {
      const name = cursor.takeName().name;
      return new MemberSymbol({ ...parts, name: name === NAMELESS ? property.path : name, type });
    }
    // Only a type: the engine made accessors, which scripts write as a property.
    const name = property.accessor || property.path;
    return name === "" ? undefined : new MemberSymbol({ ...parts, name, type: type.replace(/^const |&.*$/g, "") });
  } catch {
    return undefined;
  }
}

/** A declaration that we cannot read is left out: the file is the engine's, and one odd signature must not cost the rest. */
export function boundMethod(
  method: BoundMethod,
  owner: TypeSymbol | undefined,
  namespace: string,
  names: Names,
): MemberSymbol | undefined {
  try {
    const cursor = new TokenCursor(tokenize(`${method.declaration};`, names));
    const head = parseHead(cursor);
    const syntax = parseCallable(cursor, head, { kind: "file", name: "" }, parseType(cursor));
    const native: NativeFacts = {};
    if (!method.notProperty) native.accessor = true;
    if (method.outputArgument >= 0) native.outputArgument = method.outputArgument;
    const parameters = (syntax.parameters ?? []).map((parameter) => ({
      name: parameter.name?.name ?? "",
      type: parameter.type.text,
      value: parameter.defaultText,
    }));
    return new MemberSymbol({
      kind: owner ? "method" : "function",
      name: syntax.name.name,
      type: syntax.type?.text ?? "void",
      parameters: parameters.filter(({ name }, index) => index !== method.worldContext && !isHidden(name)),
      // All that is bound from reflection is a UFUNCTION.
      flags: syntax.flags | Flag.ufunction,
      owner,
      namespace,
      native,
    });
  } catch {
    return undefined;
  }
}

const WRITTEN = { staticInUnreal: false, staticInScript: false, worldContext: -1, outputArgument: -1, target: "" };

/** `float64 X`, `FVector GetUnit() const property`, or the constructor `FVector(float64 All)`; a namespace's without an owner. In hand-written text, a method is an accessor only if marked. */
export function writtenMember(
  text: string,
  owner: TypeSymbol | undefined,
  namespace: string,
  names: Names,
): MemberSymbol | undefined {
  const open = text.indexOf("(");
  if (open < 0) {
    const field = /^(.*\S)\s+(\w+)$/.exec(text);
    const kind = owner ? "property" : "variable";
    return field
      ? new MemberSymbol({ kind, owner, namespace, name: field[2] as string, type: field[1] as string, native: {} })
      : undefined;
  }
  const makes = owner !== undefined && text.slice(0, open) === owner.name;
  const declaration = makes ? `${owner.name} ${text}` : text;
  const method = boundMethod({ ...WRITTEN, declaration, notProperty: true }, owner, namespace, names);
  if (!method || !makes) return method && followingItsClass(method);
  return new MemberSymbol({
    kind: "constructor",
    name: owner.name,
    type: owner.name,
    parameters: method.parameters,
    owner,
    namespace,
    native: {},
  });
}

/** `NewObject` and its kind return an object of the class that they take. */
function followingItsClass(method: MemberSymbol): MemberSymbol {
  const output = method.parameters?.findIndex(({ type }) => type === `TSubclassOf<${method.type}>`) ?? -1;
  if (output >= 0 && method.native) method.native.outputArgument = output;
  return method;
}
