/** Writes the lines for `jig doctor`, which show the source of the engine types. */
import type { Context, DoctorLine } from "../../../core/host/plugin-api.ts";
import type { NativeSource } from "../engine/native-source.ts";
import type { AngelscriptService } from "../queries/service.ts";

const SOURCES: Record<NativeSource["kind"], string> = {
  editor: "a running Unreal editor",
  "unreal-cache": "unreal-cache.json",
  "binds-cache": "Binds.Cache",
  baseline: "none from this project: jig uses the incomplete types of a stock engine",
};

export default async function doctor(context: Context): Promise<DoctorLine[]> {
  const service = await context.service<AngelscriptService>();
  const { native } = await service.ask({ op: "native" }, context);
  const where = native.path ? ` (${native.path})` : "";
  const lines: DoctorLine[] = [
    {
      what: "AngelScript native types",
      state: native.kind === "baseline" ? "off" : "ok",
      detail: `${SOURCES[native.kind]}${where}, ${native.types} types`,
      ...(native.kind === "baseline"
        ? { fix: "Start the Unreal editor, or put Binds.Cache or .vscode/angelscript/unreal-cache.json into Script/" }
        : {}),
    },
  ];
  if (native.problem) lines.push({ what: "AngelScript native types", state: "warning", detail: native.problem });
  const editor = service.editor;
  lines.push({
    what: `Unreal editor (127.0.0.1:${editor.port})`,
    state: editor.connected ? "ok" : "off",
    detail: editor.detail,
  });
  return lines;
}
