/** The renderers by view kind. A new kind is one file and one line here. */
import type { ViewKind } from "../../core/host/door-api.ts";
import { json } from "./json.ts";
import { log } from "./log.ts";
import { matches } from "./matches.ts";
import type { Renderer } from "./renderer.ts";
import { source } from "./source.ts";
import { table } from "./table.ts";
import { text } from "./text.ts";
import { tree } from "./tree.ts";

export const RENDERERS: Readonly<Record<ViewKind, Renderer>> = { text, matches, table, tree, source, log, json };
