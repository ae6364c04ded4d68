/** Texts that try to control terminals and inject prompts, with Deno. */
import { textsDoNoHarm } from "./hostile-texts.ts";

textsDoNoHarm("with Deno");
