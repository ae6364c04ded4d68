/** Parses members from the declarations in `Binds.Cache` and in our baseline. */
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

/** An engine writes this if it couldn't resolve the name. */
const NAMELESS = "unresolved_object";

/** Parses a field or a generated property. */
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
    // If there is only a type, scripts use the generated accessors like a property.
    const name = property.accessor || property.path;
    return name === "" ? undefined : new MemberSymbol({ ...parts, name, type: type.replace(/^const |&.*$/g, "") });
  } catch {
    return undefined;
  }
}

/**
 * Declarations that we can't parse are skipped. They come from the engine, and a single unusual signature must not prevent us
 * from reading the rest.
 */
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
      // Everything that is bound by reflection is a UFUNCTION.
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

/**
 * Accepts `float64 X`, `FVector GetUnit() const property` and constructors like `FVector(float64 All)`. Methods are only
 * accessors if they are marked as `property`.
 */
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

/** Handles `NewObject` and other functions that return an instance of a class in their arguments. */
function followingItsClass(method: MemberSymbol): MemberSymbol {
  const output = method.parameters?.findIndex(({ type }) => type === `TSubclassOf<${method.type}>`) ?? -1;
  if (output >= 0 && method.native) method.native.outputArgument = output;
  return method;
}
