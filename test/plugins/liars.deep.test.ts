/** Plugins with false annotations, in Deno. */
import { liarsAreHeld } from "./liars.ts";

liarsAreHeld("under Deno");
