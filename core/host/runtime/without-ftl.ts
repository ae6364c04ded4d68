/**
 * Disables JavaScriptCore's last optimizer (FTL) for code that only runs for a few seconds. On a cold index, FTL takes a fifth
 * of the processor time without saving as much. There is a runtime option as well, but it can only be set through the
 * environment of a process.
 */

interface Engine {
  noFTL(work: unknown): void;
}

const ENGINE: string = "bun:jsc";

/**
 * This applies to the calling thread. It covers exported functions and the methods of exported classes, but not functions
 * inside a module.
 */
export async function withoutFtl(modules: readonly object[]): Promise<void> {
  if (!("Bun" in globalThis)) return;
  const { noFTL }: Engine = await import(ENGINE);
  for (const work of modules.flatMap(functionsOf)) noFTL(work);
}

/** Returns all functions and classes that a module exports, with the methods of the classes. */
export function functionsOf(module: object): unknown[] {
  const exported: unknown[] = Object.values(module);
  return exported.filter((value) => typeof value === "function").flatMap((value) => [value, ...methodsOf(value)]);
}

function methodsOf({ prototype }: { prototype?: unknown }): unknown[] {
  const descriptors = Object.values(Object.getOwnPropertyDescriptors(prototype ?? {}));
  return descriptors.flatMap(({ value, get }) => [value, get]).filter((each) => typeof each === "function");
}
