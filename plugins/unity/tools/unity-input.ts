/** `unity-input`: simulates game input in Play Mode with the Editor's own command. */
import { singleCommand } from "./single-command.ts";

export default singleCommand("unity-input");
