/** Contains the modules that aren't needed any more after the first complete index (`brief` of a worker). */
import * as conditionalGroups from "../lexer/conditional-groups.ts";
import * as literals from "../lexer/literals.ts";
import * as mask from "../lexer/mask.ts";
import * as mergeConflicts from "../lexer/merge-conflicts.ts";
import * as tokens from "../lexer/tokens.ts";
import * as classifyHeader from "../outline/classify-header.ts";
import * as conditions from "../outline/conditions.ts";
import * as declarationTable from "../outline/declaration-table.ts";
import * as directives from "../outline/directives.ts";
import * as headerDetails from "../outline/header-details.ts";
import * as headerReader from "../outline/header-reader.ts";
import * as headerTokens from "../outline/header-tokens.ts";
import * as identifiers from "../outline/identifiers.ts";
import * as readOutline from "../outline/read-outline.ts";
import * as scanner from "../outline/scanner.ts";
import * as topLevelStatements from "../outline/top-level-statements.ts";
import * as usingAliases from "../outline/using-aliases.ts";
import * as lines from "../text/lines.ts";
import * as encodeSegment from "./encode-segment.ts";

export const PARSING: readonly object[] = [
  conditionalGroups,
  literals,
  mask,
  mergeConflicts,
  tokens,
  classifyHeader,
  conditions,
  declarationTable,
  directives,
  headerDetails,
  headerReader,
  headerTokens,
  identifiers,
  readOutline,
  scanner,
  topLevelStatements,
  usingAliases,
  lines,
  encodeSegment,
];
