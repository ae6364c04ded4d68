/**
 * Implements `script_hierarchy_find`. For a type, it finds the bases, the derived types and the implementers. For a member, it
 * finds everything that the member overrides or implements, and vice versa.
 */
import type { Context, Outcome } from "../../../core/host/plugin-api.ts";
import type { HierarchyAnswer } from "../queries/requests/requests.ts";
import type { ScriptService } from "../queries/service.ts";
import { scriptError } from "./error-envelope.ts";
import { notFound, type SymbolInput, shownTargets, symbolQuery } from "./symbol-query.ts";

export interface Input extends SymbolInput {
  direction: "both" | "up" | "down";
  depth: number;
  members: boolean;
}

export default async function scriptHierarchyFind(input: Input, context: Context): Promise<Outcome> {
  const query = await symbolQuery(input, context);
  const service = await context.service<ScriptService>();
  const answer = await service.ask<HierarchyAnswer>(
    {
      op: "hierarchy",
      query,
      depth: input.depth,
      up: input.direction !== "down",
      down: input.direction !== "up",
      members: input.members,
    },
    context,
  );
  const { targets, rows } = answer;
  if (input.members && targets.length > 0 && !rows.some(({ declares }) => declares))
    throw scriptError("INVALID_ARGUMENT", "INVALID_ARGUMENT", 'Only types have "members"', {
      hint: "Pass the name of a type, or omit members",
    });
  return {
    value: {
      success: true,
      // If there is a single target, a row that is one step away doesn't need to name it.
      results: rows.map(({ of, ...row }) =>
        of === undefined || (row.depth === 1 && targets.length < 2) ? row : { ...row, of },
      ),
      total: rows.length,
      ...shownTargets(answer),
      ...(targets.length === 0 ? await notFound(query, { ...answer, rows: rows.length }, context) : {}),
      ...(await service.unread()),
    },
  };
}

export { hierarchyLines as lines } from "./relation-lines.ts";
