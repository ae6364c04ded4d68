/** `jig doctor`: checks the environment, most fundamental problems first. */
export { checkEnvironment } from "./environment.ts";
export { checkHost, unopened } from "./host-checks.ts";
