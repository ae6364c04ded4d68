/** Two thousand questions while files are edited, renamed, deleted and branches switched, with watched folders and without. */
import { answersStayTrueTest } from "./edited-tree.ts";

answersStayTrueTest(2000, true);
answersStayTrueTest(2000, false);
