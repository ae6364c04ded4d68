/** `jig doctor`: what jig needs of a machine, checked in the order in which a fault would show. */
export { checkEnvironment } from "./environment.ts";
export { checkHost, unopened } from "./host-checks.ts";
