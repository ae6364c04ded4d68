/** Two thousand queries during edits, renames, deletions and branch switches, with and without file watching. */
import { answersStayTrueTest } from "./edits.ts";
import { LANGUAGES } from "./script-languages.ts";

for (const language of LANGUAGES) for (const watched of [true, false]) answersStayTrueTest(language, 2000, watched);
