/** Closing stdin isn't enough, since jig would wait for the answer. */
import { killedBuildersTest } from "./index-kills.ts";
import { CSHARP } from "./script-languages.ts";

killedBuildersTest(CSHARP, 2);
