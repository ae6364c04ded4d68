/** Lists the modules that are no longer needed when the first index is complete (`brief` of a worker). */
import * as treeSitter from "web-tree-sitter";
import * as lightTree from "../grammar/light-tree.ts";
import * as parsers from "../grammar/parsers.ts";
import * as rawTree from "../grammar/raw-tree.ts";
import * as storedNode from "../grammar/stored-node.ts";
import * as treeLayout from "../grammar/tree-layout.ts";
import * as treePart from "../grammar/tree-part.ts";
import * as cMacros from "../outline/c-macros.ts";
import * as cRepair from "../outline/c-repair.ts";
import * as cTokens from "../outline/c-tokens.ts";
import * as commentAbove from "../outline/comment-above.ts";
import * as lineTable from "../outline/line-table.ts";
import * as macroMask from "../outline/macro-mask.ts";
import * as outlineBuilder from "../outline/outline-builder.ts";
import * as parseOutline from "../outline/parse-outline.ts";
import * as indexPart from "./index-part.ts";
import * as stringTable from "./string-table.ts";

export const PARSING: readonly object[] = [
  treeSitter,
  lightTree,
  parsers,
  rawTree,
  storedNode,
  treeLayout,
  treePart,
  cMacros,
  cRepair,
  cTokens,
  commentAbove,
  lineTable,
  macroMask,
  outlineBuilder,
  parseOutline,
  indexPart,
  stringTable,
];
