/** Creates values on demand. About a hundred schemas are declared at startup, of which only a few are ever used. */

/** Merges two objects like `{...base, ...more}`, but without evaluating any getters. */
export function withGetters<Base extends object, More extends object>(
  base: Base,
  more: More,
): Omit<Base, keyof More> & More {
  const own = Object.getOwnPropertyDescriptors(base);
  return Object.create(Object.prototype, { ...own, ...Object.getOwnPropertyDescriptors(more) });
}

export function lazily<const Value extends object>(make: () => Value): Value {
  let made: Value | undefined;
  const value = (): Value => {
    made ??= make();
    return made;
  };
  return new Proxy({} as Value, {
    get: (_, key) => Reflect.get(value(), key),
    has: (_, key) => Reflect.has(value(), key),
    ownKeys: () => Reflect.ownKeys(value()),
    getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(value(), key),
  });
}
