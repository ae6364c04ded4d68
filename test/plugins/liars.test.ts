/** Plugins with false annotations, without Deno: modules and shell commands. */
import { liarsAreHeld } from "./liars.ts";

liarsAreHeld("without Deno");
