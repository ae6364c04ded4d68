/** Two servers on one tree and one cache, asked for texts and for the references of a name. */
import { serversAgree } from "./concurrency.ts";

serversAgree(2, 2, (tool) => /^(search_content|list_files|script_search|script_refs_find)$/.test(tool));
