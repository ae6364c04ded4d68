/** Kills during indexing, a few dozen. More with `JIG_KILLS=100 bun test test/soak/index-kills.deep`. */
import { killedBuildersTest } from "./index-kills.ts";
import { LANGUAGES } from "./script-languages.ts";

for (const language of LANGUAGES) killedBuildersTest(language, Number(process.env.JIG_KILLS ?? 24));
