/** `unity-build`: builds a player, by the Editor's own command. */
import { singleCommand } from "./single-command.ts";

export default singleCommand("unity-build");
