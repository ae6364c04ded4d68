/** Questions while files are edited, renamed and deleted: no answer is stale, none is missing. Thousands in edits.deep.test.ts. */
import { answersStayTrueTest } from "./edits.ts";
import { LANGUAGES } from "./script-languages.ts";

for (const language of LANGUAGES) answersStayTrueTest(language, Number(process.env.JIG_QUESTIONS ?? 50), true);
