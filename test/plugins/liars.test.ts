/** Plugins whose annotations lie, without Deno: as modules and as shell commands. */
import { liarsAreHeld } from "./liars.ts";

liarsAreHeld("without Deno");
