/** Implements `unity-build`, which builds a player. */
import { singleCommand } from "./single-command.ts";

export default singleCommand("unity-build");
