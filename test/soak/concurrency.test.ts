/** Two servers on one tree and one cache. */
import { serversAgree } from "./concurrency.ts";

serversAgree(2, 2);
