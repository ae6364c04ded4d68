/** Settings file of each Editor generation. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { parseSettings } from "./editor-settings.ts";

const port = (json: object) => parseSettings(JSON.stringify(json))?.port;

test("the port: customPort where there is a session, else serverPort, then customPort", () => {
  assert.equal(port({ customPort: 8701, serverPort: 1, serverSessionId: "s" }), 8701);
  assert.equal(port({ customPort: 8701, serverPort: 8702 }), 8702);
  assert.equal(port({ customPort: 8701 }), 8701);
  for (const bad of [0, -1, 65_536, 8700.5, "8700", null, true])
    assert.equal(port({ serverPort: bad, customPort: bad }), undefined, String(bad));
  assert.match(parseSettings('{"customPort":70000}')?.portFault ?? "", /70000/);
  for (const text of ["", "{", "[]", "null", '"x"']) assert.equal(parseSettings(text), undefined, text);
  assert.equal(parseSettings('{"isReconnecting":true}')?.reloading, true);
});
