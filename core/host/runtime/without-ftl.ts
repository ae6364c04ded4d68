/**
 * Keeps the runtime's last optimizer (FTL) from code that runs for a few seconds only: of a cold index it takes a fifth of the
 * processor time and saves less. The runtime has an option for it, which only the environment of a process can set.
 */

interface Engine {
  noFTL(work: unknown): void;
}

const ENGINE: string = "bun:jsc";

/** Applies to the calling thread, the modules' exported functions, and the methods of their classes; not to functions inside a module. */
export async function withoutFtl(modules: readonly object[]): Promise<void> {
  if (!("Bun" in globalThis)) return;
  const { noFTL }: Engine = await import(ENGINE);
  for (const work of modules.flatMap(functionsOf)) noFTL(work);
}

/** The exported functions and classes of a module, with the classes' methods. */
export function functionsOf(module: object): unknown[] {
  const exported: unknown[] = Object.values(module);
  return exported.filter((value) => typeof value === "function").flatMap((value) => [value, ...methodsOf(value)]);
}

function methodsOf({ prototype }: { prototype?: unknown }): unknown[] {
  const descriptors = Object.values(Object.getOwnPropertyDescriptors(prototype ?? {}));
  return descriptors.flatMap(({ value, get }) => [value, get]).filter((each) => typeof each === "function");
}
