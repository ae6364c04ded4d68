/** Returns the parameters and results of delegates, which may be declared in the workspace, a package or the framework. */
import { KIND } from "../outline/declaration-table.ts";
import { frameworkDelegate } from "./external-types.ts";
import { hasKnownBases } from "./framework-types.ts";
import { packageDelegate, packageShape } from "./package-symbols.ts";
import type { DelegateShape, SemanticModel } from "./semantic-model.ts";
import { substitute, substitutionOf } from "./substitution.ts";
import type { TypeRef } from "./type-ref.ts";

/** Returns true if a lambda or method could be converted to this type. */
export function mayBeDelegate(model: SemanticModel, type: TypeRef): boolean {
  if (type.is === "unknown" || delegateOf(model, type)) return true;
  return type.is === "external" && !hasKnownBases(type) && !packageShape(model, type);
}

export function delegateOf(model: SemanticModel, type: TypeRef): DelegateShape | undefined {
  // An `Expression<T>` accepts a lambda for the delegate T.
  if (type.is === "external" && type.name === "Expression" && type.args[0]) return delegateOf(model, type.args[0]);
  if (type.is !== "type") {
    const shape = packageShape(model, type);
    return shape ? packageDelegate(model, type) : frameworkDelegate(type);
  }
  if (type.type.kind !== KIND.delegate) return undefined;
  const part = type.type.parts[0]!;
  const file = model.file(part.path);
  const index = model.store.indexOf(part.handle);
  const header = file.header(index);
  const by = substitutionOf(type);
  const resolve = (text: string) => substitute(model.resolveText(text, { file, index }), by);
  return {
    parameters: header.parameters.map((parameter) => resolve(parameter.type)),
    result: resolve(header.type),
    known: true,
  };
}
