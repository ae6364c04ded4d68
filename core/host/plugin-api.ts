/**
 * Contains the API for plugins, which consists of the contract's types and of pure functions that third parties get from
 * `jig.js`.
 */

export { type ChangedFile, type GitChanges, gitChanges, type IsSource } from "./capabilities/git-changes.ts";
export { createRegExpTester } from "./capabilities/regexp-tester.ts";
export * from "./contract/changes.ts";
export type * from "./contract/command-io.ts";
export type * from "./contract/context.ts";
export * from "./contract/define.ts";
export { errorMessage } from "./contract/error-parts.ts";
export * from "./contract/errors.ts";
export type * from "./contract/file-symbol.ts";
export * from "./contract/guest-language.ts";
export { ifThere, isResourceError } from "./contract/if-there.ts";
export { isObject, objectOf, parseJson } from "./contract/is-object.ts";
export { lazily } from "./contract/lazily.ts";
export { bytesOfText, hasRawBytes } from "./contract/name-text.ts";
export { didYouMean } from "./contract/nearest-name.ts";
export * from "./contract/outcome.ts";
export type {
  ChartRule,
  CodeRule,
  Column,
  GraphRule,
  LinkRule,
  LocationRule,
  Notice,
  Output,
  Reference,
  RowSource,
  Template,
  ToneRule,
} from "./contract/output-schema.ts";
export { PLAN_OUTPUT, planAnswer, planShape } from "./contract/plan-answer.ts";
export type {
  CliAlias,
  CompletedKind,
  Completion,
  Effect,
  Example,
  FinderContribution,
  JumpContribution,
  Permissions,
  PromptContribution,
  Synonym,
  Timeout,
} from "./contract/plugin-schema.ts";
export type * from "./contract/remote-source.ts";
export type * from "./contract/remote-source-module.ts";
export { safeGit } from "./contract/safe-git.ts";
export { shortSignature } from "./contract/short-signature.ts";
export * from "./contract/symbol-path.ts";
export { TimeSlice, type TimeSliceOptions } from "./contract/time-slice.ts";
export { withEscapes } from "./contract/unseen-characters.ts";
export { compileGlob, type GlobOptions, literalGlob } from "./workspace/glob.ts";
export { slashed } from "./workspace/path-rules.ts";
