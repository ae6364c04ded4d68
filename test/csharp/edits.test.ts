/** Questions while files are edited, renamed and deleted: no answer is stale, none is missing. Thousands in edits.deep.test.ts. */
import { answersStayTrueTest } from "./edited-tree.ts";

answersStayTrueTest(Number(process.env.JIG_QUESTIONS ?? 50), true);
