/**
 * Public projects with their own native types: all caches can be read and few names are unresolved. Prints a table. Projects are
 * folders `owner+name` in JIG_CORPUS.
 */
import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { bindAll, nativeTypes } from "./fresh-bind.ts";

interface Project {
  name: string;
  source: "binds-cache" | "baseline";
}

const PROJECTS: Project[] = [
  { name: "AliAryaei+Strategic-AI", source: "binds-cache" },
  { name: "AntonHedlundFG+TDProject", source: "binds-cache" },
  { name: "brunogbrito+SpaceTurrets", source: "binds-cache" },
  { name: "CreativeMetalCat+PuzzleHorrorPrototype", source: "binds-cache" },
  { name: "franklzt+ASThirdPerson", source: "binds-cache" },
  { name: "ltsLumina+FishingGame", source: "binds-cache" },
  { name: "straywriter+UnrealEngine-Angelscript-Performance", source: "binds-cache" },
  { name: "TDGameStudio+AngelscriptProject", source: "baseline" },
  { name: "xiaohanor+angelscript-sample", source: "binds-cache" },
  // Includes types from its C++ headers.
  { name: "biliskener+UnrealMultiplayer", source: "baseline" },
  { name: "finesseandstyle+SpaceTraders", source: "baseline" },
  { name: "Jiajiaju+MoldCasting", source: "baseline" },
  { name: "TriKnot+HomsesBattle", source: "baseline" },
];

const corpora = process.env.JIG_CORPUS ?? "/nowhere";

for (const { name, source } of PROJECTS) {
  const folder = join(corpora, name);
  test(`under 2 % of the names of ${name} stay unresolved`, {
    skip: existsSync(folder) ? false : `no corpus ${name}: set JIG_CORPUS`,
    timeout: 300_000,
  }, async () => {
    const native = await nativeTypes(folder);
    assert.equal(native.source.problem, undefined);
    assert.equal(native.source.kind, source);
    const { total, unresolved: names } = bindAll(folder, native.library);
    const unresolved = names.length;
    const words = new Map<string, number>();
    for (const { name: word } of names) words.set(word, (words.get(word) ?? 0) + 1);
    const headers = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".h"));
    const share = (100 * unresolved) / Math.max(1, total);
    const most = [...words].sort((a, b) => b[1] - a[1]).slice(0, 12);
    console.log(
      `${name}: ${native.source.kind}, ${native.source.types} types, ${headers.length} C++ headers, ${total} uses, ${unresolved} unresolved (${share.toFixed(2)} %)`,
      most.map(([word, count]) => `${word} ${count}`).join(", "),
    );
    assert.ok(share <= 2);
  });
}
