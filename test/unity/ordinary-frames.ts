/** Frames that several wire tests send. */
import type { Exchange } from "./fake/editor.ts";
import { frame, resultBody } from "./fake/wire.ts";

export const LIST_CHANGED =
  'Content-Length: 134\r\n\r\n{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"timestamp":"2026-01-01T00:00:00.000Z","message":"registered"}}';

/** Bytes of a regular reply. */
export const ordinary = (exchange: Exchange) => frame(resultBody(exchange.request.id, exchange.result()));
