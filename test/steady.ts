/** Removes what may differ between two identical calls: times, cache state, paths. */
const PASSING = /elapsed|duration|took|uptime|(^|_)ms$|Ms$|built|updated|At$|cache_?hit|cached/i;

/** `cache` is the process's cache folder. Text that isn't JSON is compared directly. */
export function steady(text: string, cache: string): unknown {
  const here = text.replaceAll(cache, "<cache>");
  try {
    return JSON.parse(here, (key, value) => (PASSING.test(key) && typeof value !== "object" ? undefined : value));
  } catch {
    return here;
  }
}
