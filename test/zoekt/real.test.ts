/** With the real Zoekt (programs in `JIG_ZOEKT_BIN`): a small indexed repository gives the same answers as ripgrep. */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { after, test } from "node:test";
import { runJig, scratch } from "../jig.ts";

const BIN = process.env.JIG_ZOEKT_BIN;
const ends: (() => void)[] = [];
after(() => {
  for (const end of ends) end();
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
  const { port } = server.address() as { port: number };
  await new Promise((settle) => server.close(settle));
  return port;
}

test("a repository that Zoekt indexed answers as its checkout does", {
  skip: BIN === undefined && "JIG_ZOEKT_BIN is not set",
}, async () => {
  const top = scratch({
    "game/.gitignore": "*.log\n",
    "game/a.log": "needle in a log\n",
    "game/src/a.cs": '\ufeffclass Needle { string s = "x\\"y"; } // needle (1)\r\n',
    "game/src/ü x [1].cs": "Needle haystack needle\nNEEDLE\n",
    "game/k.txt": "\u212aelvin need\n",
    "game/big.txt": "needle\n".repeat(400_000),
    "ws/own.txt": "needle\n",
  });
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", join(top, "game"), "-c", "user.name=t", "-c", "user.email=t@t", ...args]);
  git("init", "-q", "-b", "main");
  git("add", "-A", "-f");
  git("commit", "-qm", "x");
  execFileSync(join(BIN!, "zoekt-git-index"), ["-index", join(top, "index"), "-branches", "main", join(top, "game")], {
    stdio: "ignore",
  });
  const port = await freePort();
  const server = spawn(
    join(BIN!, "zoekt-webserver"),
    ["-index", join(top, "index"), "-listen", `127.0.0.1:${port}`, "-rpc"],
    { stdio: "ignore" },
  );
  ends.push(() => server.kill());
  const run = (tool: string, root: string, words: string[]) => {
    const env = { JIG_ZOEKT: `http://127.0.0.1:${port}` };
    return JSON.parse(runJig([tool, "--root", join(top, root), "--json", ...words], { env }).stdout);
  };
  const ask = (root: string, words: string[], roots: string[]) => run("search_content", root, [...words, ...roots]);
  for (let tries = 0; tries < 50; tries++) {
    if (ask("ws", ["--query", "haystack"], ["--roots", "repo:game"]).count === 1) break;
    await new Promise((settle) => setTimeout(settle, 100));
  }
  const questions = [
    ["needle"],
    ["Needle"],
    ['x\\\\"y'],
    ["needle \\(1\\)$"],
    ["needle", "--hidden", "--no-ignore"],
    ["kelvin"],
    ["^class"],
    ["NEEDLE$"],
    ["[1]", "--word"],
    ["(1)", "--fixed-strings"],
  ];
  for (const [query, ...more] of questions) {
    const words = ["--query", query!, ...more, "--exclude-globs", "big.txt"];
    const [remote, local] = [ask("ws", words, ["--roots", "repo:game"]), ask("game", words, [])];
    const rows = (answer: { results: { file: string }[] }) =>
      JSON.stringify(answer.results).replaceAll(join(top, "game"), "repo:game");
    assert.equal(rows(remote), rows(local), query!);
  }
  for (const words of [[], ["--hidden", "--no-ignore"], ["--types", "d"], ["--extensions", "cs"]]) {
    const [remote, local] = [
      run("list_files", "ws", [...words, "--roots", "repo:game"]),
      run("list_files", "game", words),
    ];
    const paths = (answer: { results: { path: string; ext: string }[] }) =>
      answer.results.map(({ path, ext }) => [path.replace(join(top, "game"), "repo:game"), ext]);
    assert.deepEqual(paths(remote), paths(local), words.join(" "));
  }
  const symbols = run("find_symbols", "ws", ["Needle"]);
  if (symbols.success) assert.equal(symbols.symbols[0].file, "repo:game/src/a.cs");
  else assert.match(symbols.error, /repo:game has no symbols/);
  const left = ask("ws", ["--query", "needle"], ["--roots", "repo:game"]);
  assert.equal(left.at_least, true);
  assert.match(left.warnings.join(), /big\.txt \(exceeds the maximum size limit\)/);
});
