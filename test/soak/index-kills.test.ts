/** Some kills of the process that builds an index; a hundred in index-kills.deep.test.ts. */
import { killedBuildersTest } from "./index-kills.ts";
import { CSHARP } from "./script-languages.ts";

killedBuildersTest(CSHARP, 2);
