/** Suggests the right place for a misplaced property of `plugin.json`. */
import type { JsonSchema } from "../contract/host.ts";

/** No property of a manifest is that deep */
const MAX_LEVELS = 8;

/** E.g. `in "contributes"`, picking the place nearest to `here`. Returns undefined if the property does not exist anywhere. */
export function otherPlaceOf(name: string, root: JsonSchema, here: readonly string[]): string | undefined {
  const shared = (place: readonly string[]) => {
    const end = place.findIndex((step, at) => step !== here[at] && !(step in ANY && here[at] !== undefined));
    return end < 0 ? place.length : end;
  };
  // Something else, e.g. a synonym, may happen to have a property of that name.
  const isNear = (place: readonly string[]) => place.length < 2 || shared(place) >= Math.min(place.length, here.length);
  const [first, ...others] = placesOf(name, root).filter(isNear);
  if (!first) return undefined;
  // most steps in common, then least deep
  const rank = (place: readonly string[]) => 100 * shared(place) - place.length;
  const best = others.reduce((most, each) => (rank(each) > rank(most) ? each : most), first);
  if (best.length === 0) return "at the top of the manifest";
  const steps = best.map((step, at) => (at < shared(best) ? here[at] : step));
  return `in "${steps.join(".")}"`;
}

/** How we print steps for "any name" and "any index" */
const ANY = { NAME: true, N: true };

function placesOf(name: string, schema: JsonSchema | undefined, path: readonly string[] = []): (readonly string[])[] {
  if (!schema || path.length > MAX_LEVELS) return [];
  const { properties = {}, items, additionalProperties, anyOf = [] } = schema;
  const own = Object.hasOwn(properties, name) ? [path] : [];
  const inner: [string | undefined, JsonSchema | undefined][] = [
    ...Object.entries(properties),
    ["N", items],
    ["NAME", typeof additionalProperties === "object" ? (additionalProperties ?? undefined) : undefined],
    ...anyOf.map((each): [undefined, JsonSchema] => [undefined, each]),
  ];
  return [
    ...own,
    ...inner.flatMap(([step, each]) => placesOf(name, each, step === undefined ? path : [...path, step])),
  ];
}
