/** Contains the modules that can be unloaded after the first index, see `brief` in workers.ts. */
import * as declarations from "../database/declaration.ts";
import * as conditionalRegions from "../lexer/conditional-regions.ts";
import * as fileWords from "../lexer/file-words.ts";
import * as internedNames from "../lexer/interned-names.ts";
import * as lexer from "../lexer/lexer.ts";
import * as numberList from "../lexer/number-list.ts";
import * as scan from "../lexer/scan.ts";
import * as skim from "../lexer/skim.ts";
import * as tokens from "../lexer/tokens.ts";
import * as declarationParser from "../parser/declaration-parser.ts";
import * as declarationParts from "../parser/declaration-parts.ts";
import * as docComment from "../parser/doc-comment.ts";
import * as expressionParser from "../parser/expression-parser.ts";
import * as formatString from "../parser/format-string.ts";
import * as headParser from "../parser/head-parser.ts";
import * as memberParser from "../parser/member-parser.ts";
import * as statementParser from "../parser/statement-parser.ts";
import * as tokenCursor from "../parser/token-cursor.ts";
import * as typeParser from "../parser/type-parser.ts";
import * as sourceText from "./source-text.ts";

export const PARSING: readonly object[] = [
  declarations,
  conditionalRegions,
  fileWords,
  internedNames,
  lexer,
  numberList,
  scan,
  skim,
  tokens,
  declarationParser,
  declarationParts,
  docComment,
  expressionParser,
  formatString,
  headParser,
  memberParser,
  statementParser,
  tokenCursor,
  typeParser,
  sourceText,
];
