/** References in CommonJS with the compiled binary. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { callJig, scratch } from "../jig.ts";

interface Use {
  path: string;
  line: number;
  column: number;
  kind: string;
  certainty: string;
}

function places(root: string, input: object): string[] {
  // The host has validated this against the output schema.
  const { uses } = callJig("code_refs_find", input, { cwd: root }).value as { uses: Use[] };
  return uses.map(
    ({ path, line, column, kind, certainty }) =>
      `${path}:${line}:${column} ${kind}${certainty === "possible" ? "?" : ""}`,
  );
}

test("CommonJS: a whole export, by require under other names, through an index that gives it on", () => {
  const root = scratch({
    "package.json": '{ "name": "app", "main": "./index.js" }',
    "index.js": 'module.exports = require("./lib/make")\n',
    "lib/make.js": "exports = module.exports = createApp\nfunction createApp() {}\nexports.version = 1\n",
    "test/a.js": 'var make = require("..")\nmake()\nmake.version\n',
    "test/b.js": 'function f() {\n  const own = require("../lib/make")\n  return own()\n}\n',
    "test/c.mjs": 'import create from "../lib/make.js"\ncreate()\n',
    "other.js": 'const createApp = require("unknown")\ncreateApp()\n',
  });
  assert.deepEqual(places(root, { name: "lib/make.js#createApp" }), [
    "lib/make.js:1:28 read",
    "lib/make.js:2:10 declaration",
    "test/a.js:1:5 import",
    "test/a.js:2:1 call",
    "test/a.js:3:1 read",
    "test/b.js:2:9 import",
    "test/b.js:3:10 call",
    "test/c.mjs:1:8 import",
    "test/c.mjs:2:1 call",
  ]);
  assert.deepEqual(places(root, { name: "version" }), ["lib/make.js:3:9 declaration", "test/a.js:3:6 read"]);
});

test("CommonJS: members of an exported literal, on receivers whose type is not known", () => {
  const root = scratch({
    "request.js":
      "const proto = module.exports = {\n  get ip() { return this._ip },\n  set ip(value) { this._ip = value },\n  accepts: (type) => type,\n  is(type) { return this.ip && type }\n}\n",
    "app.js":
      "const proto = require('./request')\nconst request = Object.create(proto)\nrequest.ip = '1'\nfunction handle(ctx) {\n  ctx.accepts(ctx.ip)\n  const { ip } = ctx\n" +
      "  return { ip, accepts: ctx.is('a') }\n}\nconst own = { ip: 1 }\nown.ip\nproto.is('b')\nconst is = require('is')\nis(handle)\n",
  });
  assert.deepEqual(places(root, { name: "request.js#ip" }), [
    ...["request.js:2:7 declaration", "request.js:3:7 declaration", "request.js:5:26 read"],
    ...["app.js:3:9 write?", "app.js:5:19 read?", "app.js:6:11 read?"],
  ]);
  assert.deepEqual(places(root, { name: "request.js#accepts" }), ["request.js:4:3 declaration", "app.js:5:7 call?"]);
  assert.deepEqual(places(root, { name: "request.js#is" }), [
    ...["app.js:11:7 call", "request.js:5:3 declaration", "app.js:7:29 call?"],
  ]);
});

test("CommonJS: named exports, literals, patterns of require, other names", () => {
  const root = scratch({
    "a.js":
      "const etag = require('etag')\nfunction min() {}\nfunction big() {}\nexports.etag = () => etag\nexports.min = min\nexports.large = big\n",
    "b.js": "function copy() {}\nmodule.exports = { copy, move: copy, write() {} }\n",
    "c.js":
      "const { min, large: huge } = require('./a')\nconst b = require('./b')\nmin(huge())\nb.copy(b.move(), b.write())\nrequire('./a').etag()\n",
  });
  assert.deepEqual(places(root, { at: "a.js:2:10" }), [
    "a.js:2:10 declaration",
    "a.js:5:9 write",
    "a.js:5:15 read",
    "c.js:1:9 import",
    "c.js:3:1 call",
  ]);
  assert.deepEqual(places(root, { name: "big" }), [
    "a.js:3:10 declaration",
    "a.js:6:9 write",
    "a.js:6:17 read",
    "c.js:1:14 import",
    "c.js:1:21 import",
    "c.js:3:5 call",
  ]);
  assert.deepEqual(places(root, { name: "copy" }), [
    "b.js:1:10 declaration",
    "b.js:2:20 read",
    "b.js:2:32 read",
    "c.js:4:3 call",
    "c.js:4:10 call",
  ]);
  assert.deepEqual(places(root, { name: "write" }), ["b.js:2:38 declaration", "c.js:4:20 call"]);
  // The variable with this name isn't exported.
  assert.deepEqual(places(root, { at: "a.js:1:7" }), ["a.js:1:7 declaration", "a.js:4:22 read"]);
});

test("JavaScript: members by assignment, constructors without a class, classes that a module exports", () => {
  const root = scratch({
    "a.js":
      "var app = exports = module.exports = {}\napp.init = function () { this.start() }\napp.start = function () {}\n",
    "b.js": "var proto = require('./a')\nproto.start()\n",
    "i.js": "exports.proto = require('./a')\n",
    "j.js": "require('./i').proto.start()\n",
    "c.js":
      "function Point() {}\nPoint.prototype.move = function () {}\nPoint.of = function () { return new Point() }\nmodule.exports = Point\n",
    "d.js": "const P = require('./c')\nnew P().move()\nP.of()\nfunction other(move) { move() }\n",
    "e.js": "module.exports = class Base { run() {} }\n",
    "f.js": "class Sub extends require('./e') { go() { this.run() } }\nnew Sub().run()\n",
  });
  assert.deepEqual(places(root, { name: "app/start" }), [
    "a.js:2:31 call",
    "a.js:3:5 declaration",
    "b.js:2:7 call",
    "j.js:1:22 call",
  ]);
  assert.deepEqual(places(root, { name: "Point/move" }), ["c.js:2:17 declaration", "d.js:2:9 call"]);
  assert.deepEqual(places(root, { name: "Point/of" }), ["c.js:3:7 declaration", "d.js:3:3 call"]);
  assert.deepEqual(places(root, { name: "Base/run" }), ["e.js:1:31 declaration", "f.js:1:48 call", "f.js:2:11 call"]);
});

test("JavaScript: defaults under other names, conditions of a package, names in JSDoc", () => {
  const root = scratch({
    "package.json": '{ "name": "x", "imports": { "#os": { "browser": "./browser.js", "default": "./node.js" } } }',
    "browser.js": "export const where = 1\n",
    "node.js": "export const where = 2\n",
    "values.js": "const values = [1]\nexport default values\n",
    "index.js": 'export { default as numbers } from "./values.js"\n',
    "use.js":
      'import { where } from "#os"\nimport { numbers } from "./index.js"\n/** @param {values | Kind} a @type {numbers} */\nexport function f(a) { return numbers + where }\nclass Kind {}\n',
  });
  assert.deepEqual(places(root, { name: "values" }), [
    "index.js:1:10 import",
    "index.js:1:21 import",
    "use.js:2:10 import",
    "use.js:4:31 read",
    "values.js:1:7 declaration",
    "values.js:2:16 read",
  ]);
  assert.deepEqual(places(root, { name: "browser.js#where" }), ["browser.js:1:14 declaration"]);
  assert.deepEqual(places(root, { name: "Kind" }), ["use.js:3:22 type", "use.js:5:7 declaration"]);
});

test("JavaScript: values after `typeof` in JSDoc", () => {
  const root = scratch({
    "package.json": '{ "type": "module" }',
    "a.js": "export const value = 1\nexport function make() {}\n",
    "b.js":
      'import { make, value } from "./a.js"\n/** @type {typeof value} */\nlet one\n' +
      '/** @type {typeof import("./a.js").value} */\nlet two\n/** @type {typeof make} */\nlet three\n/** @type {value} */\nlet four\n',
  });
  assert.deepEqual(places(root, { name: "value" }), [
    ...["a.js:1:14 declaration", "b.js:1:16 import", "b.js:2:19 type", "b.js:4:36 type"],
  ]);
  assert.deepEqual(places(root, { name: "make" }), ["a.js:2:17 declaration", "b.js:1:10 import", "b.js:6:19 type"]);
});
