/** Implements `unity-edit`, which lets the Editor change objects, components, scenes and prefabs. */
import { singleCommand } from "./single-command.ts";

export default singleCommand("unity-edit");
