/** Notices mistakes in the use of the context, which are names that do not exist and promises that were not awaited. */

import { JigError, toJigError } from "../contract/errors.ts";
import { authorsPlace } from "./authors-stack.ts";

/** Names that runtimes and libraries look up on any object. */
const LOOKED_UP = ["then", "toJSON", "constructor", "inspect", "nodeType", "asymmetricMatch", "$$typeof"];

interface Mistake {
  hint: string;
  isPromise: boolean;
}

interface Watched<Context> {
  context: Context;
  /** Adds the hint to an error that the handler has thrown. */
  explained(error: unknown): unknown;
  /** Describes how the handler converted a promise to text, if it did. */
  promiseAsText(): string | undefined;
}

/** The key of a promise under which its call is noted. The stack of `place` is only made if it is needed. */
const CALL = Symbol("call");

interface NotedCall {
  method: string;
  place: Error;
}

/** Describes a failed call of the context that nothing awaited. Returns undefined for any other promise. */
export function unawaitedCall(promise: object, reason: unknown): string | undefined {
  const call = (promise as { [CALL]?: NotedCall })[CALL];
  if (!call) return undefined;
  const where = authorsPlace(call.place);
  return `context.${call.method} failed${where}, and nothing awaited it: ${toJigError(reason).advice}. Write await context.${call.method}(…)`;
}

/** If the handler fails, the last mistake is probably the reason. */
export function watchContext<Context extends object>(watched: Context): Watched<Context> {
  let mistake: Mistake | undefined;
  let asText: string | undefined;
  const called = new Set<string>();
  const unawaited = (method: string, key: string | symbol) => {
    const hint = `context.${method} returns a promise. Write await context.${method}(…)`;
    mistake = { hint, isPromise: true };
    if (typeof key === "symbol" || key === "toString") asText = hint;
  };
  const wrapped = <Part extends object>(part: Part, path: string): Part =>
    new Proxy(part, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key);
        if (typeof key === "symbol") return value;
        const name = path === "" ? key : `${path}.${key}`;
        if (value === undefined && !(key in target) && !LOOKED_UP.includes(key)) {
          const owner = path === "" ? "context" : `context.${path}`;
          const hint = `${owner} has no "${key}". It has: ${Object.keys(target).join(", ")}`;
          mistake = { hint, isPromise: false };
        }
        if (typeof value === "function")
          return (...args: unknown[]) => {
            called.add(name);
            const given = withReport(Reflect.apply(value, target, args), (used) => unawaited(name, used));
            return given instanceof Promise
              ? Object.assign(given, { [CALL]: { method: name, place: new JigError("INTERNAL", name) } })
              : given;
          };
        const isPart = typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
        return isPart && path === "" ? wrapped(value, name) : value;
      },
    });
  return {
    context: wrapped(watched, ""),
    explained(error) {
      if (!(error instanceof Error) || "code" in error || "hint" in error) return error;
      const isMissing = error instanceof TypeError;
      const hint = mistake && (mistake.isPromise || isMissing) ? mistake.hint : isMissing && textHint(error, called);
      return hint ? Object.assign(error, { hint }) : error;
    },
    promiseAsText: () => asText,
  };
}

/** Used for `(await context.files.readText(path)).split(…)`. */
function textHint({ message }: Error, called: ReadonlySet<string>): string | undefined {
  const [, method = ""] = /\.(\w+) is not a function/.exec(message) ?? [];
  if (!called.has("files.readText") || !(method in String.prototype)) return undefined;
  return "context.files.readText returns {text, encoding, …}. Write const { text } = await context.files.readText(…)";
}

/** Reports the use of a promise as a value. It remains a real promise, because only its prototype is replaced. */
function withReport(value: unknown, onUse: (key: string | symbol) => void): unknown {
  if (!(value instanceof Promise)) return value;
  const own: object = Object.create(Promise.prototype);
  const prototype = new Proxy(own, {
    get(target, key, receiver) {
      const isText = key === Symbol.toPrimitive || key === "toString";
      if (isText || (typeof key === "string" && !(key in target) && !LOOKED_UP.includes(key))) onUse(key);
      return Reflect.get(target, key, receiver);
    },
  });
  return Object.setPrototypeOf(value, prototype);
}
