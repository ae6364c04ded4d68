/** `unity-input`: drives the game's input in Play Mode, by the Editor's own command. */
import { singleCommand } from "./single-command.ts";

export default singleCommand("unity-input");
