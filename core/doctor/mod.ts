/** Implements `jig doctor`, which checks the environment and starts with the most fundamental problems. */
export { checkEnvironment } from "./environment.ts";
export { checkHost, unopened } from "./host-checks.ts";
