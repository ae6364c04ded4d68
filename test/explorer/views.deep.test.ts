/** Every view kind in a wide and in a small terminal. */
import { describe } from "node:test";
import { viewsAreDrawn } from "./drawn-views.ts";
import { NO_PTY } from "./terminal.ts";

describe("views in a terminal", { skip: NO_PTY, timeout: 60_000 }, () => {
  viewsAreDrawn(120, 40);
  viewsAreDrawn(60, 15);
});
