/** An answer without what may differ between two runs of the same call: times, what a cache says of itself, where it lies. */
const PASSING = /elapsed|duration|took|uptime|(^|_)ms$|Ms$|built|updated|At$|cache_?hit|cached/i;

/** `cache`: the cache folder of the process that answered. Text that is no JSON is compared as it is. */
export function steady(text: string, cache: string): unknown {
  const here = text.replaceAll(cache, "<cache>");
  try {
    return JSON.parse(here, (key, value) => (PASSING.test(key) && typeof value !== "object" ? undefined : value));
  } catch {
    return here;
  }
}
