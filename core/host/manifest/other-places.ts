/** Suggests the right place for a property of `plugin.json` that is in the wrong place. */
import type { JsonSchema } from "../contract/host.ts";

/** No property of a manifest is at a greater depth. */
const MAX_LEVELS = 8;
/** A place at this depth or below is within the entries of an output. */
const MIN_DEEP = 5;

/**
 * Returns a text such as `in "contributes"` for the place nearest to `here`, or undefined if the property does not exist
 * anywhere.
 */
export function otherPlaceOf(name: string, root: JsonSchema, here: readonly string[]): string | undefined {
  const shared = (place: readonly string[]) => {
    const end = place.findIndex((step, at) => step !== here[at] && !(step in ANY && here[at] !== undefined));
    return end < 0 ? place.length : end;
  };
  // Something else, for example a synonym, may also have a property with this name. Deep inside, so may the whole manifest.
  const isNear = (place: readonly string[]) =>
    (place.length < 2 && here.length < MIN_DEEP) ||
    (place.length > 0 && shared(place) >= Math.min(place.length, here.length));
  const [first, ...others] = placesOf(name, root).filter(isNear);
  if (!first) return undefined;
  // Places with the most steps in common come first, followed by those at the smallest depth.
  const rank = (place: readonly string[]) => 100 * shared(place) - place.length;
  const best = others.reduce((most, each) => (rank(each) > rank(most) ? each : most), first);
  if (best.length === 0) return "at the top of the manifest";
  const steps = best.map((step, at) => (at < shared(best) ? here[at] : step));
  return `in "${steps.join(".")}"`;
}

/** The steps that are printed for any name and for any index. */
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
