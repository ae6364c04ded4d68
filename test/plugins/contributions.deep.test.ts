/** A plugin's language, in Deno. */
import { pythonIsKnown } from "./python-symbols.ts";

pythonIsKnown("under Deno");
