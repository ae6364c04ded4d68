/** Finds where an unknown property of `plugin.json` would be known. */
import type { JsonSchema } from "../contract/host.ts";

/** Deeper than any property of a manifest. */
const MAX_LEVELS = 8;

/** Returns words such as `in "contributes"` for the place nearest to `here`, or undefined if no object has that property. */
export function otherPlaceOf(name: string, root: JsonSchema, here: readonly string[]): string | undefined {
  const shared = (place: readonly string[]) => {
    const end = place.findIndex((step, at) => step !== here[at] && !(step in ANY && here[at] !== undefined));
    return end < 0 ? place.length : end;
  };
  // A property of something else, such as a synonym, only has the same name by chance.
  const isNear = (place: readonly string[]) => place.length < 2 || shared(place) >= Math.min(place.length, here.length);
  const [first, ...others] = placesOf(name, root).filter(isNear);
  if (!first) return undefined;
  // The place that shares most steps, and of these the one least deep.
  const rank = (place: readonly string[]) => 100 * shared(place) - place.length;
  const best = others.reduce((most, each) => (rank(each) > rank(most) ? each : most), first);
  if (best.length === 0) return "at the top of the manifest";
  const steps = best.map((step, at) => (at < shared(best) ? here[at] : step));
  return `in "${steps.join(".")}"`;
}

/** How the steps for any name and any index are printed. */
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
