/** Plugins whose annotations lie, under Deno. */
import { liarsAreHeld } from "./liars.ts";

liarsAreHeld("under Deno");
