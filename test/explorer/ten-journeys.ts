/** A small project in three languages and ten journeys. */
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Journey } from "./journeys.ts";

const FILES: Record<string, string> = {
  "Assets/Scripts/Creature.cs":
    "public abstract class Creature\n{\n    public int Health;\n\n    public virtual void Suffer(int points)\n    {\n        Health -= points;\n    }\n}\n",
  "Assets/Scripts/Wolf.cs":
    "public class Wolf : Creature\n{\n    public override void Suffer(int points)\n    {\n        base.Suffer(points * 2);\n    }\n\n    public void Howl()\n    {\n        Suffer(1);\n    }\n}\n",
  "Assets/Scripts/Trap.cs":
    "public class Trap\n{\n    public void Spring(Creature victim)\n    {\n        victim.Suffer(5);\n    }\n}\n",
  "Script/Orchard.as":
    "class AOrchard : AActor\n{\n\tint Plums = 3;\n\n\tint CountPlums()\n\t{\n\t\treturn Plums;\n\t}\n}\n\nclass AOldOrchard : AOrchard\n{\n\tint CountTwice()\n\t{\n\t\treturn CountPlums() + CountPlums();\n\t}\n}\n",
  "web/basket.ts":
    "export interface Basket {\n  plums: number;\n}\n\nexport function fillBasket(plums: number): Basket {\n  return { plums };\n}\n",
  "web/market.ts":
    'import { fillBasket } from "./basket.ts";\n\nexport const morning = fillBasket(12);\nexport const evening = fillBasket(3);\n',
};

export const TEN: Journey[] = [
  {
    title: "a file by a part of its name, to its source",
    ask: "market",
    shows: /files +market\.ts/,
    hops: [{ keys: ["enter"], shows: /market\.ts[\s\S]*morning = fillBasket/ }],
  },
  {
    title: "a C# method, and who calls it",
    ask: "@Suffer",
    shows: /void Suffer\(int points\)/,
    hops: [{ keys: ["alt+i"], shows: /Find callers[\s\S]*Spring/ }],
  },
  {
    title: "a C# class, what derives from it, the source of that",
    ask: "@Creature",
    shows: /class Creature/,
    hops: [
      { keys: ["alt+u"], shows: /Type hierarchy[\s\S]*Wolf/ },
      { keys: ["enter"], shows: /Wolf\.cs[\s\S]*▶ +1 │ public class Wolf/ },
    ],
  },
  {
    title: "from a name in a C# source to its definition and back",
    ask: "#victim.Suffer",
    shows: /text +victim\.Suffer/,
    hops: [
      { keys: ["enter"], shows: /▶ +5 │ +victim\.Suffer/ },
      { keys: ["right", "d"], shows: /Find a symbol or definition[\s\S]*Suffer/ },
      { keys: ["b"], shows: /▶ +5 │ +victim\.Suffer/ },
    ],
  },
  {
    title: "the members beside a C# class",
    ask: "@Wolf",
    shows: /class Wolf/,
    hops: [{ keys: ["alt+m"], shows: /Outline of a C# script[\s\S]*Howl/ }],
  },
  {
    title: "what overrides a C# method",
    ask: "@Suffer",
    shows: /virtual void Suffer/,
    hops: [{ keys: ["alt+O"], shows: /Type hierarchy[\s\S]*Suffer/ }],
  },
  {
    title: "an AngelScript method, and where it is used",
    ask: "@CountPlums",
    shows: /CountPlums/,
    hops: [
      {
        keys: ["alt+r"],
        shows: /AngelScript references[\s\S]*3 rows|AngelScript references[\s\S]*\/\d+[\s\S]*CountPlums/,
      },
      { keys: ["down", "down", "enter"], shows: /Orchard\.as[\s\S]*CountPlums/ },
    ],
  },
  {
    title: "from a use in AngelScript straight to the declaration",
    ask: "#return Count",
    shows: /text +return CountPlums/,
    hops: [
      { keys: ["enter"], shows: /▶ +15 │/ },
      { keys: ["right", "d"], shows: /▶ +5 │ +int CountPlums/ },
      { keys: ["b"], shows: /▶ +15 │/ },
    ],
  },
  {
    title: "a name in a language that nobody knows, to its declaration",
    ask: "#morning",
    shows: /text +export const morning/,
    hops: [
      { keys: ["enter"], shows: /▶ +3 │ export const morning/ },
      { keys: ["right", "d"], shows: /▶ +5 │ export function fillBasket/ },
      { keys: ["b"], shows: /▶ +3 │ export const morning/ },
    ],
  },
  {
    title: "a tool by its name, to its form",
    ask: ">list and find",
    shows: /tool +List and find files/,
    hops: [{ keys: ["enter"], shows: /╭─ List and find files[\s\S]*pattern/ }],
  },
];

export function grove(): string {
  const folder = join(realpathSync(mkdtempSync(join(tmpdir(), "jig-journeys-"))), "grove");
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}
