/** Bodies of lambdas, looked at as if their parameters had the types that an overload gives them (C# §12.6.3.14, §10.7.1). */

import { isOpen } from "../semantics/conversions.ts";
import { keyOf, type TypeRef } from "../semantics/type-ref.ts";
import type { SyntaxNode } from "../syntax/grammar.ts";
import { Binder } from "./binder.ts";
import { shapeOf } from "./call-arguments.ts";
import type { Argument } from "./overload-resolution.ts";

/** Lambdas in lambdas that are looked at so: each may have as many overloads as the one around it. */
const DEEPEST = 3;

/** What a body gives. */
export interface Returned {
  values: readonly Argument[];
  /** With such parameters something in it means nothing. */
  fails: boolean;
}

export class Trials {
  readonly #binder: Binder;
  readonly #known = new Map<SyntaxNode, Map<string, Returned>>();

  constructor(binder: Binder) {
    this.#binder = binder;
  }

  /** What the values that a lambda returns are; undefined where that is not looked into. */
  of(lambda: SyntaxNode, values: readonly SyntaxNode[], parameters: readonly TypeRef[]): Returned | undefined {
    const { model, file, scope, locals, assumed } = this.#binder;
    // A lambda of a variable that the same call declares leads back to itself.
    if (assumed.size >= DEEPEST || assumed.has(lambda)) return undefined;
    const key = parameters.map(keyOf).join();
    const tried = this.#known.get(lambda)?.get(key);
    if (tried) return tried;
    const trial = new Binder(model, file, scope.index, {
      locals,
      assumed: new Map([...assumed, [lambda, parameters]]),
    });
    const given = values.map((value) => shapeOf(trial, value));
    for (const each of given) if (each.shape === "value") each.type();
    const returned = { values: given, fails: trial.fails && !parameters.some(isOpen) };
    this.#known.set(lambda, (this.#known.get(lambda) ?? new Map<string, Returned>()).set(key, returned));
    return returned;
  }
}
