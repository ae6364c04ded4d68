/** Resolves the external types in a base list through the imports of the file. */
import type { ExternalTypeName } from "../engine/external-names.ts";
import { isNamespaceInScope } from "./package-symbols.ts";
import type { SemanticModel } from "./semantic-model.ts";
import type { ExternalType, TypeSymbol } from "./type-ref.ts";

/** Returns the external type, or undefined if it is not imported or not in the tables. */
export function externalBaseType(
  model: SemanticModel,
  { name, namespace, args }: ExternalType,
  type: TypeSymbol,
): ExternalTypeName | undefined {
  const named = model.external.typesNamed(name, args.length);
  if (namespace !== undefined) return named.find((each) => each.namespace === namespace);
  return named.find((each) => isReached(model, each, type));
}

function isReached(model: SemanticModel, { namespace, name }: ExternalTypeName, { parts }: TypeSymbol): boolean {
  return parts.some(({ handle, path }) => {
    const written = model.store.bases(handle);
    const scope = { file: model.file(path), index: model.store.indexOf(handle) };
    return isNamespaceInScope(namespace, scope) || written.includes(`${namespace}.${name}`);
  });
}
