/** Names of the tools that are listed only where a server is configured. */

export const LIST_REPOS = "list_repos";
export const FIND_SYMBOLS = "find_symbols";
