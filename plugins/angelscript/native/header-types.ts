/** Creates the enums, delegates and events that `Binds.Cache` refers to but that are only listed in `Binds.Cache.Headers`. */
import type { TypeSymbol } from "../database/symbols.ts";
import { delegateType, enumType } from "./baseline.ts";
import type { BindsCache } from "./binds-layout.ts";

const DELEGATE = /^(?:(\w+):)?(\w+)__DelegateSignature$/;

const SAYS_EVENT = /(?:Signature|Event|Delegate)$/;
const PASSED = /\b(F\w+(?:Signature|Delegate))&? \w+/g;

/**
 * The keys are the names in scripts. An event is recognized by the properties that have its type, while delegates only occur as
 * parameters.
 */
export function headerTypes(cache: BindsCache, headers: ReadonlyMap<string, string>): Map<string, TypeSymbol> {
  const held = new Set<string>();
  for (const { properties } of cache.types)
    for (const { declaration } of properties) {
      const type = /^F\w+/.exec(declaration)?.[0];
      if (type) held.add(type);
    }
  const bound = new Set(cache.types.map((type) => type.path));
  const types = new Map<string, TypeSymbol>();
  for (const [path, header] of headers) {
    const name = path.slice(path.lastIndexOf(".") + 1);
    const delegate = DELEGATE.exec(name);
    if (delegate) {
      const [, outer, own] = delegate;
      const script = outer === undefined ? `F${own}` : `F${own}__${outer}`;
      types.set(script, delegateType(script, held.has(script), header));
    } else if (/^E[A-Z]/.test(name) && !bound.has(path)) types.set(name, enumType(name, [], header));
  }
  // The headers of older engines don't contain them, so we use the name.
  for (const name of held) if (SAYS_EVENT.test(name) && !types.has(name)) types.set(name, delegateType(name, true));
  for (const { methods } of cache.types)
    for (const { declaration } of methods)
      for (const [, name] of declaration.matchAll(PASSED))
        if (name && !types.has(name)) types.set(name, delegateType(name, held.has(name)));
  return types;
}
