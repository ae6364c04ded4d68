/** A language that a plugin adds, under Deno. */
import { pythonIsKnown } from "./python-symbols.ts";

pythonIsKnown("under Deno");
