/** `unity-edit`: objects, components, scenes and prefabs, edited by the Editor itself. */
import { singleCommand } from "./single-command.ts";

export default singleCommand("unity-edit");
