/** Formats the uses in an asset, grouped by object and with a count. */
import type { RenderedRow, Row } from "../../../core/host/plugin-api.ts";

interface Use {
  line: number;
  kind: string;
  object?: string;
  value?: string;
  fields?: string[];
  count?: number;
  lastLine?: number;
}

export function assetLines({ row: { kind, object, value, fields, count, lastLine } }: RenderedRow<Use>): Row[] {
  const many = count === undefined ? undefined : `× ${count}, to line ${lastLine}`;
  const said = [kind, object, value, fields?.join(", "), many].filter((part) => part !== undefined && part !== "");
  return [{ text: said.join("  "), depth: 1 }];
}
