/** What plugins see of the host, built-in or not: the types of the contract, and pure values that `jig.js` gives third parties too. */

export { createRegExpTester } from "./capabilities/regexp-tester.ts";
export type * from "./contract/context.ts";
export * from "./contract/define.ts";
export * from "./contract/errors.ts";
export { isObject } from "./contract/json.ts";
export { lazily } from "./contract/lazily.ts";
export { didYouMean } from "./contract/nearest-name.ts";
export * from "./contract/outcome.ts";
export type * from "./contract/output.ts";
export type * from "./contract/remote-source.ts";
export type * from "./contract/remote-source-module.ts";
export { TimeSlice, type TimeSliceOptions } from "./contract/time-slice.ts";
export { slashed } from "./workspace/path-rules.ts";
