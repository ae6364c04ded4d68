/** Four servers on one tree and one cache, several rounds. */
import { serversAgree } from "./concurrency.ts";

serversAgree(4, 4);
