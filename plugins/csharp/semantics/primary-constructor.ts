/** Treats primary constructors (`class Foo(int a)`) as members. */
import { KIND } from "../outline/declaration-table.ts";
import type { Member, SemanticModel } from "./semantic-model.ts";
import type { TypeSymbol } from "./type-ref.ts";

/** Returns the primary constructor, which has the type's position, or undefined if the type has no parameter list. */
export function primaryConstructor(model: SemanticModel, type: TypeSymbol): Member | undefined {
  if (type.kind > KIND.struct) return undefined;
  for (const { path, handle } of type.parts) {
    const file = model.file(path);
    const index = model.store.indexOf(handle);
    if (file.header(index).parameters.length > 0)
      return { key: `${path}#${index}`, file, index, declaration: file.declaration(index), owner: type };
  }
  return undefined;
}
