/** A plugin that drives terminals and whispers to models, with Deno. */
import { textsDoNoHarm } from "./hostile-texts.ts";

textsDoNoHarm("with Deno");
