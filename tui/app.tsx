/** Renders the part of the screen that Ink draws: the panes or a list screen, plus overlays. `baseLines` are drawn underneath. */

import { Box, useApp, useInput, usePaste } from "ink";
import { useEffect } from "react";
import { treeNodes } from "./components/tool-tree/tool-tree-state.ts";
import type { KeyMap } from "./keymap/action.ts";
import { keyPresses } from "./keymap/key-names.ts";
import type { Painter } from "./look/paint.ts";
import { FormPane } from "./screens/form-pane.tsx";
import { ListScreen, ReaderScreen } from "./screens/list-screen.tsx";
import { Overlay } from "./screens/overlay.tsx";
import type { SourceColors } from "./screens/preview.ts";
import { ResultPane } from "./screens/result-pane.tsx";
import { ToolsPane } from "./screens/tools-pane.tsx";
import type { Session } from "./session/session.ts";
import { HEADER, layoutOf } from "./state/panes.ts";

/** Gives up the terminal while `work` runs. */
export type Suspend = (work: () => Promise<void>) => Promise<void>;

export interface AppProps {
  session: Session;
  painter: Painter;
  keys: KeyMap;
  colors: SourceColors;
  now: number;
  onReady(suspend: Suspend): void;
}

export function App({ session, painter, keys, colors, now, onReady }: AppProps) {
  const { suspendTerminal } = useApp();
  useInput((input, key) => session.press(keyPresses(input, key)));
  usePaste((text) => session.paste(text));
  useEffect(() => onReady(suspendTerminal), [onReady, suspendTerminal]);

  const state = session.state();
  const { columns, rows, screen, overlay } = state;
  // We don't set a height, because Ink would allocate a cell for every character of it. The painter reads the layout directly
  // anyway.
  return (
    <Box height={0}>
      <Box position="absolute" width={columns} height={rows} flexDirection="column">
        <Box height={HEADER} flexShrink={0} />
        {overlay?.kind === "reader" ? (
          <ReaderScreen state={state} painter={painter} colors={colors} />
        ) : screen === "home" ? null : screen === "explore" ? (
          <Panes session={session} painter={painter} keys={keys} colors={colors} now={now} />
        ) : (
          <ListScreen state={state} painter={painter} keys={keys} />
        )}
        <Overlay state={state} painter={painter} keys={keys} />
      </Box>
    </Box>
  );
}

type PanesProps = Pick<AppProps, "session" | "painter" | "keys" | "colors" | "now">;

function Panes({ session, painter, keys, colors, now }: PanesProps) {
  const state = session.state();
  const { catalog, tree, focus, forms } = state;
  const { shape, panes } = layoutOf(state);
  const { tools, form, result } = panes;
  const tool = catalog.tools.find((each) => each.name === state.tool);
  const node = tool ? undefined : treeNodes(catalog, tree)[tree.list.cursor];
  return (
    <Box flexDirection="row">
      {tools && (
        <ToolsPane
          tree={tree}
          catalog={catalog}
          focused={focus === "tools"}
          width={tools.width}
          height={tools.height}
          painter={painter}
        />
      )}
      <Box flexDirection={shape === "stacked" ? "column" : "row"}>
        {form && (
          <FormPane
            tool={tool}
            shape={tool && session.shape(tool)}
            form={tool && forms[tool.name]}
            plugin={node?.kind === "plugin" ? node.plugin : undefined}
            focused={focus === "form"}
            width={form.width}
            height={form.height}
            painter={painter}
          />
        )}
        {result && (
          <ResultPane
            state={state}
            rect={result}
            painter={painter}
            rendered={session.rendered()}
            keys={keys}
            colors={colors}
            now={now}
          />
        )}
      </Box>
    </Box>
  );
}
