/** Parameters and results of delegate types: those of the workspace, of packages and of the framework. */
import { KIND } from "../outline/declaration-table.ts";
import { frameworkDelegate } from "./external-types.ts";
import { packageDelegate } from "./package-symbols.ts";
import type { DelegateShape, SemanticModel } from "./semantic-model.ts";
import { substitute, substitutionOf } from "./substitution.ts";
import type { TypeRef } from "./type-ref.ts";

export function delegateOf(model: SemanticModel, type: TypeRef): DelegateShape | undefined {
  // A lambda as an expression is one of the delegate in it.
  if (type.is === "external" && type.name === "Expression" && type.args[0]) return delegateOf(model, type.args[0]);
  if (type.is !== "type") return packageDelegate(model, type) ?? frameworkDelegate(type);
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
