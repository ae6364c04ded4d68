/** Two servers on one tree and one cache: text searches and references. */
import { serversAgree } from "./concurrency.ts";

serversAgree(2, 2, (tool) => /^(search_content|list_files|script_search|script_refs_find)$/.test(tool));
