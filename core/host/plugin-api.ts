/** What plugins see of the host, built-in or not: the types of the contract, and pure values that `jig.js` gives third parties too. */

export * from "./capabilities/output-file.ts";
export { createTester } from "./capabilities/regexp-tester.ts";
export type * from "./contract/context.ts";
export * from "./contract/define.ts";
export * from "./contract/errors.ts";
export * from "./contract/outcome.ts";
export { didYouMean } from "./manifest/validate.ts";
export { slashed } from "./workspace/path-rules.ts";
