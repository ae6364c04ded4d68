/** Implements the tool `angelscript_editor`, which runs actions in the editor. */

import type { Context, Outcome } from "../../../core/host/plugin-api.ts";
import { fstring, int32 } from "../native/byte-writer.ts";
import { Message, requestFrame } from "../native/debug-framing.ts";
import type { EditorLink } from "../native/editor-link.ts";
import type { CppName } from "../queries/editor-names.ts";
import type { DeclaredCounts } from "../queries/query-worker.ts";
import type { AngelscriptService } from "../queries/service.ts";
import { answerError } from "../symbols/answer-error.ts";
import { spellings } from "./angelscript-assets.ts";
import type { EDITOR_ACTIONS } from "./editor-action-names.ts";
import { success } from "./error-envelope.ts";

interface EditorInput {
  action: (typeof EDITOR_ACTIONS)[number];
  name?: string | undefined;
}

const MAX_ASSETS = 1000;

export default async function editor(input: EditorInput, context: Context): Promise<Outcome> {
  const name = input.name?.trim() ?? "";
  if (name === "" && input.action !== "stopPlay")
    throw answerError("InvalidParams", `"${input.action}" needs "name"`, { details: { parameter: "name" } });
  const service = await context.service<AngelscriptService>();
  const link = await service.openEditor(context.signal, input.action === "openAsset");
  const { frame, ...sent } = await request(input.action, name, { service, link, signal: context.signal });
  await link.send(frame);
  // The editor doesn't answer to these, so we only know that we have sent the message.
  return success({ action: input.action, sent: true, ...sent });
}

interface EditorCall {
  service: AngelscriptService;
  link: EditorLink;
  signal: AbortSignal;
}

interface Request {
  frame: Uint8Array;
  name?: string;
  assets?: string[];
}

async function request(action: EditorInput["action"], name: string, call: EditorCall): Promise<Request> {
  switch (action) {
    case "openDefinition": {
      const { data } = await call.service.ask<CppName>({ op: "cpp", name }, call);
      return { frame: requestFrame(Message.goToDefinition, fstring(data.type), fstring(data.symbol)), name };
    }
    case "openAsset": {
      const assets = name.startsWith("/") ? [name] : assetsOf(name, call.link);
      const list = [int32(1), int32(assets.length), ...assets.map(fstring)];
      // If a class is named, the editor shows a list. Otherwise it opens the asset.
      const frame = requestFrame(Message.openAssets, ...list, fstring(assets[0] === name ? "" : name));
      return { frame, assets };
    }
    case "createBlueprint":
      return { frame: await blueprintFrame(name, call), name };
    case "stopPlay":
      return { frame: requestFrame(Message.stopPlay) };
  }
}

function assetsOf(name: string, link: EditorLink): string[] {
  const wanted = spellings([name]);
  const paths = [...link.assets.classes].filter(([, className]) => wanted.has(className)).map(([path]) => path);
  if (paths.length === 0)
    throw answerError("NotFound", `No asset is based on "${name}"`, {
      hint: "Pass a path such as /Game/Folder/Name, or a class that has assets: angelscript_assets lists them",
    });
  if (paths.length > MAX_ASSETS)
    throw answerError("InvalidParams", `${paths.length} assets are based on "${name}", more than ${MAX_ASSETS}`, {
      hint: "Name one of them",
    });
  return paths.sort();
}

async function blueprintFrame(name: string, { service, link, signal }: EditorCall): Promise<Uint8Array> {
  if (!link.createsBlueprints)
    throw answerError("NotReady", "The editor's AngelScript plugin is too old to create Blueprints");
  const { data } = await service.ask<DeclaredCounts>({ op: "declared", names: [name] }, { signal });
  if (data.scripts === 0)
    throw answerError("NotFound", `No script declares a class "${name}"`, {
      hint: "angelscript_searchApi finds classes by parts of their names",
    });
  return requestFrame(Message.createBlueprint, fstring(name));
}
