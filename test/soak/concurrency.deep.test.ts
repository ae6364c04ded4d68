/** Four servers on one tree and one cache, in several rounds. */
import { serversAgree } from "./concurrency.ts";

serversAgree(4, 4);
