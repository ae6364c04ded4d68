/** Runs a fake editor as a process with a project in its command line, like Unreal. Prints its port and exits at the end of its input. */
import { startFakeEditor } from "./fake-editor.ts";

const editor = await startFakeEditor({ chunks: [{ UToldByProcess: { properties: {}, methods: [] } }], assets: [] });
console.log(editor.port);
process.stdin.on("end", () => process.exit(0)).resume();
