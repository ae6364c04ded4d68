/** Tools that need a configured server. */

export const LIST_REPOS = "list_repos";
export const FIND_SYMBOLS = "find_symbols";
