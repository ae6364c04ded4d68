/** Values that are made when something is first asked of them: a start declares a hundred schemas and needs none. */

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
