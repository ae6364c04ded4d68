/** Queries during edits, renames and deletions: no stale and no missing answers. See edits.deep.test.ts for thousands. */
import { answersStayTrueTest } from "./edits.ts";
import { LANGUAGES } from "./script-languages.ts";

for (const language of LANGUAGES) answersStayTrueTest(language, Number(process.env.JIG_QUESTIONS ?? 50), true);
