/** `unity-edit`: objects, components, scenes and prefabs, by the Editor's own command. */
import { singleCommand } from "./single-command.ts";

export default singleCommand("unity-edit");
