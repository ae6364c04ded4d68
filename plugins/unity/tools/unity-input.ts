/** Implements `unity-input`, which simulates player input in Play Mode. */
import { singleCommand } from "./single-command.ts";

export default singleCommand("unity-input");
