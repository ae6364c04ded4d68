/** Generates queries for the home screen: whole names, parts, initials, two words, globs, symbols. Only unambiguous queries are used. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { mulberry } from "../mulberry.ts";

export interface HomeQuestion {
  kind: "name" | "part" | "initials" | "two words" | "glob" | "symbol";
  ask: string;
  /** Acceptable results: file name or declared name. */
  right: readonly string[];
}

/** Skip queries with more equally good results. */
const MEANS_AT_MOST = 3;
const DECLARATION =
  /^\s*(?:export |public |pub(?:\([a-z]+\))? |async |static |abstract |sealed |partial )*(?:class|struct|interface|enum|trait|fn|func|def|function) ([A-Za-z_]\w{5,})/gm;

export function drawQuestions(root: string, count: number, seed: number): HomeQuestion[] {
  const random = mulberry(seed);
  const paths = execFileSync("rg", ["--files"], { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 })
    .split("\n")
    .filter((path) => path !== "")
    .sort();
  const names = paths.map((path) => basename(path));
  const stemOf = (name: string) => name.replace(/(?<=.)\..*$/, "");
  const withMeaning = (fits: (name: string, path: string) => boolean) => {
    const right = new Set(names.filter((name, index) => fits(name, paths[index] ?? "")));
    return right.size > 0 && right.size <= MEANS_AT_MOST ? [...right] : undefined;
  };
  const symbols = symbolsOf(root, paths);
  const makers: Record<HomeQuestion["kind"], () => HomeQuestion | undefined> = {
    name() {
      const stem = stemOf(pick(names, random));
      if (stem.length < 4) return undefined;
      const right = withMeaning((name) => stemOf(name).toLowerCase() === stem.toLowerCase());
      return right && { kind: "name", ask: stem.toLowerCase(), right };
    },
    part() {
      const stem = stemOf(pick(names, random)).toLowerCase();
      const part = stem.slice(0, Math.ceil(stem.length * 0.6));
      if (part.length < 4) return undefined;
      const right = withMeaning((name) => name.toLowerCase().includes(part));
      return right && { kind: "part", ask: part, right };
    },
    initials() {
      const name = pick(names, random);
      const initials = initialsOf(stemOf(name));
      if (initials.length < 3) return undefined;
      const right = withMeaning((each) => initialsOf(stemOf(each)).startsWith(initials));
      // Also matches names that contain these letters in a row.
      const together = names.some((each) => each.toLowerCase().includes(initials));
      return right && !together ? { kind: "initials", ask: initials, right } : undefined;
    },
    "two words"() {
      const path = pick(paths, random);
      const folder = path.split("/").at(-2)?.toLowerCase();
      const stem = stemOf(basename(path)).toLowerCase();
      if (!folder || folder.length < 3 || stem.length < 4) return undefined;
      const word = stem.slice(0, Math.max(4, Math.ceil(stem.length / 2)));
      const right = withMeaning(
        (_, each) => each.toLowerCase().includes(folder) && basename(each).toLowerCase().includes(word),
      );
      return right && { kind: "two words", ask: `${word} ${folder}`, right };
    },
    glob() {
      const name = pick(names, random);
      const dot = name.lastIndexOf(".");
      if (dot < 5) return undefined;
      const [head, ending] = [name.slice(0, 4), name.slice(dot)];
      const right = withMeaning((each) => each.startsWith(head) && each.endsWith(ending));
      return right && { kind: "glob", ask: `${head.toLowerCase()}*${ending}`, right };
    },
    symbol() {
      const name = pick([...symbols.keys()], random);
      return name === undefined || (symbols.get(name) ?? 0) > MEANS_AT_MOST
        ? undefined
        : { kind: "symbol", ask: `@${name}`, right: [name] };
    },
  };
  const kinds = Object.values(makers);
  const drawn = new Map<string, HomeQuestion>();
  for (let tries = 0; drawn.size < count && tries < count * 500; tries++) {
    const question = kinds[tries % kinds.length]?.();
    if (question) drawn.set(question.ask, question);
  }
  return [...drawn.values()];
}

/** Declared names and how often each is declared. */
function symbolsOf(root: string, paths: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const path of paths.filter((each) => /\.(?:cs|go|js|jsx|py|rs|ts|tsx)$/.test(each))) {
    for (const [, name = ""] of readFileSync(join(root, path), "utf8").matchAll(DECLARATION))
      found.set(name, (found.get(name) ?? 0) + 1);
  }
  return found;
}

function initialsOf(stem: string): string {
  return [...stem.matchAll(/[A-Z]?[a-z\d]+|[A-Z]+(?![a-z])/g)].map(([word]) => word.charAt(0).toLowerCase()).join("");
}

function pick<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)] as Item;
}
