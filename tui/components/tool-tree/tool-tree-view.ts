/** Draws the tree of tools. */
import type { PluginInfo } from "../../../core/host/frontend-api.ts";
import { cut, type Line, line, marked, span, type Tone, widthOf } from "../../text/line.ts";
import type { TreeNode } from "./tool-tree-state.ts";

const STATE_TONES: Record<PluginInfo["state"], Tone> = {
  ready: "success",
  inactive: "muted",
  unavailable: "error",
  untrusted: "warning",
};

/** These should be short, because the tree is narrow and the form pane has the details. */
const STATE_WORDS: Record<PluginInfo["state"], string> = {
  ready: "",
  inactive: " off",
  unavailable: " broken",
  untrusted: " untrusted",
};

/** The number of columns for a title, if there is room for a summary next to it. */
const TITLE = 28;

export function drawNode(node: TreeNode, width = 0): Line {
  if (node.kind === "plugin") {
    const { plugin, open } = node;
    return line(
      span(open ? "▾ " : "▸ ", "muted"),
      span(plugin.title, plugin.state === "ready" ? "title" : "muted"),
      span(STATE_WORDS[plugin.state], STATE_TONES[plugin.state]),
    );
  }
  const { tool, marks } = node;
  const sign = tool.effect === "read" ? "  " : tool.effect === "write" ? "✎ " : "! ";
  const tone: Tone = tool.listed ? "plain" : "muted";
  const title = [span("  "), span(sign, "warning"), ...marked(tool.title, marks, tone)];
  if (width < TITLE * 2) return line(...title);
  const air = " ".repeat(Math.max(2, TITLE - widthOf(tool.title)));
  const [what = ""] = tool.description.split("\n");
  return line(...title, span(air), span(cut(what, width - 4 - Math.max(TITLE, widthOf(tool.title) + 2)), "muted"));
}

/** Describes a plugin in the middle pane. */
export function aboutPlugin(plugin: PluginInfo): { tone: Tone; text: string }[] {
  const about: { tone: Tone; text: string }[] = [
    { tone: "plain", text: plugin.description },
    { tone: "muted", text: `${plugin.version} · ${plugin.source}` },
  ];
  if (plugin.state !== "ready") {
    about.push({ tone: STATE_TONES[plugin.state], text: `${plugin.state}: ${plugin.reason ?? "no reason given"}` });
    if (plugin.fix) about.push({ tone: "accent", text: `→ ${plugin.fix}` });
  }
  return about;
}
