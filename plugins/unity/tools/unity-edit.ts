/** `unity-edit`: edits objects, components, scenes and prefabs with the Editor's own command. */
import { singleCommand } from "./single-command.ts";

export default singleCommand("unity-edit");
