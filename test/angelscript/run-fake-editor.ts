/** A fake editor in a process of its own, whose command line names a project as an Unreal editor's does. Prints its port; ends with its input. */
import { startFakeEditor } from "./fake-editor.ts";

const editor = await startFakeEditor({ chunks: [{ UToldByProcess: { properties: {}, methods: [] } }], assets: [] });
console.log(editor.port);
process.stdin.on("end", () => process.exit(0)).resume();
