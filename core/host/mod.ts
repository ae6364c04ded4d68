/** The host's only door: doors, plugins and the composition root import from here. */
export type * from "./context.ts";
export * from "./define.ts";
export * from "./errors.ts";
export type * from "./host.ts";
export * from "./outcome.ts";
