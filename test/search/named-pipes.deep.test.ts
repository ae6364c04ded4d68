/** The commands and calls that `named-pipes.test.ts` leaves out. */
import { testCall, testCommand } from "./named-pipes.ts";

testCommand(".gitattributes", ["git", "grep", "needle"]);
testCommand(".git/info/attributes", ["git", "grep", "needle"]);
testCommand(".gitignore", ["git", "ls-files", "--others", "--exclude-standard"]);
testCommand(".gitignore", ["rg", "needle"]);
testCommand(".gitignore", ["grep", "needle", "--in", "code"]);
testCall("search_content", { query: "needle" });
testCall("search_content", { queries: ["needle", "thread"], count_only_matches: true });
