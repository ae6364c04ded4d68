/** Two thousand questions while files are edited, renamed, deleted and branches switched, with watched folders and without. */
import { answersStayTrueTest } from "./edits.ts";
import { LANGUAGES } from "./script-languages.ts";

for (const language of LANGUAGES) for (const watched of [true, false]) answersStayTrueTest(language, 2000, watched);
