/** Implements `context.changes` for a call, within the permissions of the plugin. */

import type { PermissionGate } from "../capabilities/permissions.ts";
import type { Changes, PlanLog } from "../contract/changes.ts";
import type { ResolvedPath, Workspace } from "../contract/context.ts";
import { JigError } from "../contract/errors.ts";
import type { Recheck } from "../contract/host.ts";
import { isObject } from "../contract/is-object.ts";
import type { Json, JsonObject } from "../contract/outcome.ts";
import { planAnswer } from "../contract/plan-answer.ts";
import type { Effect, Permissions } from "../contract/plugin-schema.ts";
import { TimeSlice } from "../contract/time-slice.ts";
import { placeOf } from "../workspace/places-of-git.ts";
import { hashOf, openText } from "./editable-text.ts";
import { findFile } from "./files-on-disk.ts";
import type { PlanKeeper } from "./plan-log.ts";
import { checkedPlan } from "./plan-schema.ts";
import { preparePlan } from "./prepare-plan.ts";

export interface ChangesOptions {
  plugin: string;
  tool: string;
  permissions: Permissions;
  gate: Pick<PermissionGate, "path">;
  workspace: Workspace;
  plans: PlanKeeper;
  /** The call's arguments. */
  input: JsonObject;
  effect: Effect;
  /** True if the plugin may plan changes, either because its manifest says so or because it is part of jig. */
  isDeclared: boolean;
  /** Set if the call only checks a plan again. */
  recheck?: Recheck | undefined;
  slice?: TimeSlice;
}

export function createChanges(options: ChangesOptions): Changes {
  const { plugin, tool, permissions, gate, workspace, plans, input, effect, isDeclared, recheck } = options;
  const { slice = new TimeSlice() } = options;
  const { roots } = workspace;

  /**
   * Refuses files that other programs run on their own, unless the caller has named the file and the manifest declares its
   * place.
   */
  async function refuseRunLater(path: ResolvedPath): Promise<boolean> {
    const { absolute, display } = path;
    const place = placeOf(path);
    if (!place) return false;
    const isNamed = permissions.write?.includes(place.pattern) && (await namesFile(input, absolute, workspace));
    if (isNamed) return true;
    throw new JigError("PERMISSION_DENIED", `${JSON.stringify(display)} is in ${place.pattern}: ${place.reason}`, {
      hint: "A plan may only change such a file if the call names it and the tool's manifest names the place in permissions.write",
    });
  }

  return {
    async read(path) {
      // Some tools read thousands of files in a row. Nothing else here ever waits, so it has to yield.
      await slice.check();
      const file = await gate.path(path, "read");
      const found = findFile({ path: file.absolute, root: file.root.path });
      if (!found) throw new JigError("PATH_NOT_FOUND", `${JSON.stringify(path)} disappeared while it was being read`);
      const { text } = openText(found.bytes, file.display);
      return { text, hash: hashOf(text) };
    },
    async propose(written) {
      if (!isDeclared)
        throw new JigError(
          "INTERNAL",
          `"${tool}" returned a plan, but its manifest does not say that it plans changes`,
          {
            hint: `Add "plan": true to tools.${tool} in plugin.json (with "effect": "read", and without an output schema)`,
          },
        );
      const plan = checkedPlan(written);
      const prepared = await preparePlan(plan, {
        roots,
        resolve: (path, how) => gate.path(path, "read", how),
        permit: refuseRunLater,
        // An applied plan has nothing left to change, and undoing it is no less right for that.
        mayBeEmpty: recheck === "undo",
      });
      // Only the plan that is checked is stored, so "last" still means that one.
      if (recheck) return { value: null };
      if (effect !== "read" && !permissions.write?.includes("workspace")) {
        throw new JigError(
          "PERMISSION_DENIED",
          `The plugin "${plugin}" does not declare the write permission "workspace"`,
          {
            hint: 'Add "workspace" to permissions.write of its manifest, or leave out apply',
          },
        );
      }
      const planned = await plans.add(prepared, tool);
      await slice.pause();
      return { value: planAnswer(effect === "read" ? planned : await plans.applyNew(planned.plan)) };
    },
  };
}

/** Limits plans to the call's effect. */
export function plansWithin({ list, show, apply, undo }: PlanLog, effect: Effect): PlanLog {
  const refuse = async () => {
    throw new JigError("PERMISSION_DENIED", "This call is declared read-only");
  };
  return effect === "read" ? { list, show, apply: refuse, undo: refuse } : { list, show, apply, undo };
}

/** The plan log for third-party plugins, which refuses everything. They can still propose plans. */
export function withoutPlans(): PlanLog {
  const refuse = async () => {
    throw new JigError("PERMISSION_DENIED", "Only built-in plugins can see stored plans", {
      hint: "Return `context.changes.propose(plan)`: the caller of the tool applies it",
    });
  };
  return { list: refuse, show: refuse, apply: refuse, undo: refuse };
}

/** Returns true if an argument of the call names exactly this file. */
async function namesFile(value: Json | undefined, absolute: string, workspace: Workspace): Promise<boolean> {
  if (typeof value === "string") {
    const named = await workspace.resolve(value, { expect: "new" }).catch(() => undefined);
    return named?.absolute === absolute;
  }
  const parts = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  for (const part of parts) if (await namesFile(part, absolute, workspace)) return true;
  return false;
}
