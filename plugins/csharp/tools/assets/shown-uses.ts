/** Prepares the uses in assets for an answer. A field is shown with the name of its component, e.g. `Door.target`. */
import type { Context, JsonObject } from "../../../../core/host/plugin-api.ts";
import type { Directories } from "../../queries/requests/requests.ts";
import type { ScriptService } from "../../queries/service.ts";
import type { AssetUse } from "../../unity/asset-uses.ts";
import { scriptsByGuid } from "./event-calls.ts";

const GUID = /^[0-9a-f]{32}$/;
/** An object with more fields than this shows only the first ones. */
const MAX_FIELDS = 8;

export async function shownUses(
  uses: readonly (readonly AssetUse[])[],
  service: ScriptService,
  where: Directories,
  context: Context,
): Promise<JsonObject[][]> {
  const components = uses.flat().flatMap(({ fields = [] }) => fields.map(({ component }) => component));
  const guids = components.filter((component) => GUID.test(component));
  const scripts = await scriptsByGuid(guids, service, where, context);
  const typeOf = (component: string) =>
    GUID.test(component) ? (/([^/\\]+)\.cs$/i.exec(scripts.get(component) ?? "")?.[1] ?? "") : component;
  return uses.map((each) =>
    each.map(({ fields, ...use }): JsonObject => {
      if (!fields) return { ...use };
      const names = fields.map(({ component, name }) =>
        [typeOf(component), name].filter((part) => part !== "").join("."),
      );
      const shown = [...new Set(names)].filter((name) => name !== "");
      const more = shown.length - MAX_FIELDS;
      return { ...use, fields: more > 0 ? [...shown.slice(0, MAX_FIELDS), `${more} more`] : shown };
    }),
  );
}
