/** Kinds of seeded faults. Each looks for a suitable place in a file. */
import { Kind } from "../../plugins/angelscript/lexer/tokens.ts";
import { type DeclarationSyntax, type Expression, Flag } from "../../plugins/angelscript/parser/syntax.ts";
import type { Edit, FileSites, FunctionSite, Project, Random } from "./seeded-faults.ts";
import { withoutSuper } from "./super-fault.ts";

type Make = (file: FileSites, project: Project, random: Random) => Edit | undefined;

const NUMBERS = new Set(["int", "float", "float32", "float64", "int32", "uint8", "uint"]);
const TEXTS = ['"text"', 'f"{1}"'];
const VECTORS = ["FVector(1.0, 2.0, 3.0)", "FVector::ZeroVector", "FRotator(0.0, 1.0, 0.0)"];

/** A value that doesn't convert to `type`. */
function wrongFor(type: string, random: Random): string | undefined {
  const bare = type.replace(/^const\s+/, "").replace(/&.*$/, "");
  if (NUMBERS.has(bare)) return random.pick([...TEXTS, ...VECTORS]);
  if (bare === "bool") return random.pick([...TEXTS, ...VECTORS, "5"]);
  if (bare === "FVector" || bare === "FRotator") return random.pick([...TEXTS, "true", "4"]);
  if (bare === "FString") return random.pick([...VECTORS, "5"]);
  if (/^[AU][A-Z]\w+$/.test(bare)) return random.pick(["5", '"text"', "FVector::ZeroVector"]);
  return undefined;
}

function replace(expression: Expression, code: string | undefined): Edit | undefined {
  return code === undefined ? undefined : { start: expression.start, end: expression.end, code };
}

function insert(at: number, code: string): Edit {
  return { start: at, end: at, code: `\n${code}\n` };
}

function textOf(file: FileSites, start: number, end: number): string {
  return file.script.text.slice(start, end);
}

/** Calls of functions that are declared exactly once. */
function knownCall(file: FileSites, project: Project, random: Random) {
  const known = file.calls.flatMap((call) => {
    const { callee } = call;
    if (callee.kind !== "path" && callee.kind !== "member") return [];
    if (callee.kind === "path" && callee.path.length > 1) return [];
    const name = callee.kind === "path" ? callee.path[0]?.name : callee.name.name;
    const [only, other] = project.callables.get(name ?? "") ?? [];
    return only && !other && !(only.flags & Flag.mixin) ? [{ call, only }] : [];
  });
  return known.length > 0 ? random.pick(known) : undefined;
}

function inFunction(file: FileSites, random: Random, fits: (site: FunctionSite) => boolean): FunctionSite | undefined {
  const found = file.functions.filter(fits);
  return found.length > 0 ? random.pick(found) : undefined;
}

function member(file: FileSites, random: Random, kind: DeclarationSyntax["kind"], of: string) {
  const found = file.types
    .filter((type) => type.kind === of)
    .flatMap((type) => (type.members ?? []).filter((each) => each.kind === kind));
  return found.length > 0 ? random.pick(found) : undefined;
}

/** `AddUFunction(this, n"Name")` with a method in the same file. */
function bindOf(file: FileSites, random: Random) {
  const found = file.calls.flatMap((call) => {
    const { callee, arguments: list } = call;
    const [object, name] = list.map(({ value }) => value);
    if (callee.kind !== "member" || !/^(?:AddUFunction|BindUFunction)$/.test(callee.name.name)) return [];
    if (object?.kind !== "this" || name?.kind !== "literal" || name.literal !== "name") return [];
    const within = file.functions.find((each) => each.bodyStart <= call.start && call.end <= each.bodyEnd);
    const bound = within?.owner?.members?.find((each) => each.name.name === name.text.slice(2, -1));
    return bound?.parameters && within ? [{ call, name, bound, callee, within }] : [];
  });
  return found.length > 0 ? random.pick(found) : undefined;
}

/** Drops, doubles, swaps or replaces a letter. The result isn't a word in the project. */
function misspell(word: string, project: Project, random: Random): string | undefined {
  const at = 1 + random.below(word.length - 2);
  const [before, letter, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)];
  const changed = random.pick([
    before + after,
    before + letter + letter + after,
    before + after.charAt(0) + letter + after.slice(1),
    `${before}${letter === "q" ? "k" : "q"}${after}`,
  ]);
  return changed === word || project.words.has(changed) ? undefined : changed;
}

const LONG_ENOUGH = 6;

function misspelt(file: FileSites, project: Project, random: Random, fits: (at: number, word: string) => boolean) {
  const { tokens } = file;
  const places: number[] = [];
  for (let at = 0; at < tokens.count; at++)
    if (tokens.kinds[at] === Kind.name) {
      const word = tokens.names.text(tokens.ids[at] as number);
      const start = tokens.starts[at] as number;
      const isInBody = file.functions.some((each) => each.bodyStart <= start && start < each.bodyEnd);
      if (word.length >= LONG_ENOUGH && isInBody && fits(at, word)) places.push(at);
    }
  if (places.length === 0) return undefined;
  const at = random.pick(places);
  const code = misspell(tokens.names.text(tokens.ids[at] as number), project, random);
  return code === undefined ? undefined : { start: tokens.starts[at] as number, end: tokens.ends[at] as number, code };
}

/** Text before and after a token. */
function around(file: FileSites, at: number): [string, string] {
  const { tokens } = file;
  const spelled = (index: number): string => textOf(file, tokens.starts[index] ?? 0, tokens.ends[index] ?? 0);
  return [spelled(at - 1), spelled(at + 1)];
}

function jump(word: string): Make {
  return (file, _, random) => {
    const site = inFunction(file, random, () => true);
    return site && insert(site.bodyStart, `\t\t${word};`);
  };
}

export const FAULT_KINDS: Record<string, Make> = {
  "initial value": (file, _, random) => {
    const local = file.locals.length > 0 ? random.pick(file.locals).variable : undefined;
    const value = local?.variables[0]?.value;
    return value && local && replace(value, wrongFor(local.type.text, random));
  },
  "field value": (file, _, random) => {
    const field = member(file, random, "variable", "class");
    const value = field?.initial?.value;
    return value && field.type && replace(value, wrongFor(field.type.text, random));
  },
  argument: (file, project, random) => {
    const known = knownCall(file, project, random);
    const list = known?.call.arguments ?? [];
    if (!known || list.length === 0 || list.some(({ label }) => label)) return undefined;
    const index = random.below(list.length);
    const value = list[index]?.value;
    const type = known.only.parameters?.[index]?.type.text;
    return value && type ? replace(value, wrongFor(type, random)) : undefined;
  },
  "returned value": (file, _, random) => {
    const { statement, within } = file.returns.length > 0 ? random.pick(file.returns) : {};
    const type = within?.syntax.type?.text;
    return statement?.value && type ? replace(statement.value, wrongFor(type, random)) : undefined;
  },
  condition: (file, _, random) =>
    file.tests.length > 0 ? replace(random.pick(file.tests), random.pick(["5", ...TEXTS, ...VECTORS])) : undefined,
  "number as condition": (file, _, random) => {
    const site = inFunction(file, random, ({ syntax }) => numberOf(syntax) !== undefined);
    return site && insert(site.bodyStart, `\t\tif (${numberOf(site.syntax)}) { }`);
  },
  "value from void": (file, _, random) => {
    const site = inFunction(file, random, ({ syntax }) => syntax.type?.text === "void");
    return site && insert(site.bodyStart, `\t\tif (true) return ${random.pick(["5", "nullptr", "true"])};`);
  },
  "no value": (file, _, random) => {
    const { statement, within } = file.returns.length > 0 ? random.pick(file.returns) : {};
    if (!statement?.value || within?.syntax.type?.text === "void") return undefined;
    return { start: statement.start, end: statement.end, code: "return;" };
  },
  "no return": (file, _, random) => {
    const site = inFunction(file, random, ({ statements }) => {
      const last = statements.at(-1);
      const isOnly = !statements.slice(0, -1).some((each) => /while|for|switch/.test(each.kind));
      return last?.kind === "return" && last.value !== undefined && isOnly;
    });
    const last = site?.statements.at(-1);
    return site && last ? { start: last.start, end: last.end, code: "", at: site.syntax.name.start } : undefined;
  },
  "class twice": (file, _, random) => {
    const type = file.types.length > 0 ? random.pick(file.types) : undefined;
    const isOuter = type && file.declarations.includes(type) && type.kind !== "enum";
    return isOuter ? insert(file.script.text.length, `${type.kind} ${type.name.name}\n{\n}`) : undefined;
  },
  "method twice": (file, _, random) => {
    const method = member(file, random, "function", "class");
    return method && insert(method.end, `\t${textOf(file, method.headStart, method.end)}`);
  },
  "field twice": (file, _, random) => {
    const field = member(file, random, "variable", "class");
    return field && insert(field.end, `\t${textOf(file, field.headStart, field.end)}`);
  },
  "local twice": (file, _, random) => {
    const local = file.locals.length > 0 ? random.pick(file.locals).variable : undefined;
    if (!local || file.script.text[local.end - 1] !== ";") return undefined;
    return insert(local.end, textOf(file, local.start, local.end));
  },
  "enum value twice": (file, _, random) => {
    const value = member(file, random, "enumValue", "enum");
    return value && { start: value.headStart, end: value.headStart, code: `${value.name.name}, `, at: value.headStart };
  },
  break: jump("break"),
  continue: jump("continue"),
  "member of a number": (file, _, random) => {
    const site = inFunction(file, random, ({ syntax }) => numberOf(syntax) !== undefined);
    const name = site && numberOf(site.syntax);
    return site && insert(site.bodyStart, `\t\t${random.pick([`${name}.Reset();`, `Log("" + ${name}.Length);`])}`);
  },
  "override of another": (file, project, random) => {
    const site = inFunction(file, random, ({ syntax, owner }) => {
      const base = owner?.type?.path.at(-1)?.name;
      return (syntax.flags & Flag.override) !== 0 && base !== undefined && project.types.has(base);
    });
    if (!site) return undefined;
    const { start, name } = site.syntax.name;
    const open = file.script.text.indexOf("(", start);
    if (random.below(2) === 0) return { start, end: start + name.length, code: `${name}Anew` };
    const comma = (site.syntax.parameters?.length ?? 0) > 0 ? ", " : "";
    return { start: open + 1, end: open + 1, code: `FVector Extra${comma}` };
  },
  "event of another": (file, project, random) => {
    const site = inFunction(file, random, ({ syntax, owner }) => {
      const base = owner?.type?.path.at(-1)?.name;
      const declared = project.types.get(base ?? "")?.[0]?.members?.some((each) => each.name.name === syntax.name.name);
      return (syntax.flags & Flag.blueprintOverride) !== 0 && declared === true;
    });
    if (!site) return undefined;
    const open = file.script.text.indexOf("(", site.syntax.name.start);
    const comma = (site.syntax.parameters?.length ?? 0) > 0 ? ", " : "";
    return { start: open + 1, end: open + 1, code: `FVector Extra${comma}` };
  },
  "no call of Super": (file, _, random) => withoutSuper(file, random),
  "bind of no UFUNCTION": (file, _, random) => {
    const bind = bindOf(file, random);
    if (!bind || bind.bound.macroStart < 0 || bind.bound.flags & (Flag.blueprintEvent | Flag.blueprintOverride))
      return undefined;
    const { macroStart, headStart } = bind.bound;
    const kept = textOf(file, macroStart, headStart).replace(/[^\n]/g, " ");
    return { start: macroStart, end: headStart, code: kept, at: bind.name.start };
  },
  "bind of nothing": (file, project, random) => {
    const bind = bindOf(file, random);
    const code = bind && misspell(bind.bound.name.name, project, random);
    return bind && code ? { start: bind.name.start, end: bind.name.end, code: `n"${code}"` } : undefined;
  },
  "bind of another signature": (file, project, random) => {
    const bind = bindOf(file, random);
    const { object } = bind?.callee ?? {};
    const name =
      object?.kind === "path" ? object.path[0]?.name : object?.kind === "member" ? object.name.name : undefined;
    const field = project.files
      .flatMap(({ types }) => types.flatMap((type) => type.members ?? []))
      .find((each) => each.kind === "variable" && each.name.name === name);
    const type = field?.type?.text ?? "";
    const isKnown = project.files.some(({ declarations }) =>
      declarations.some((each) => (each.kind === "event" || each.kind === "delegate") && each.name.name === type),
    );
    if (!bind || !isKnown) return undefined;
    const open = file.script.text.indexOf("(", bind.bound.name.start);
    const comma = (bind.bound.parameters?.length ?? 0) > 0 ? ", " : "";
    const code = `FVector Extra${comma}`;
    const moved = bind.bound.name.start < bind.name.start ? code.length : 0;
    return { start: open + 1, end: open + 1, code, at: bind.name.start + moved };
  },
  "argument count": (file, project, random) => {
    const known = knownCall(file, project, random);
    if (!known) return undefined;
    const list = known.call.arguments;
    const required = (known.only.parameters ?? []).filter((each) => each.defaultText === undefined).length;
    const last = list.at(-1)?.value;
    if (last && list.length === required && random.below(2) === 0) {
      const start = list.at(-2)?.value.end ?? last.start;
      return { start, end: last.end, code: "", at: known.call.callee.start };
    }
    const missing = (known.only.parameters?.length ?? 0) - list.length;
    const more = Array.from({ length: missing + 1 }, () => "5").join(", ");
    return { start: known.call.end - 1, end: known.call.end - 1, code: list.length > 0 ? `, ${more}` : more };
  },
  "constant assigned": (file, _, random) => {
    const local = file.locals.filter(({ variable }) => {
      const [only, other] = variable.variables;
      return /^const (?!auto)(?![AU][A-Z])/.test(variable.type.text) && only?.value && !other;
    });
    const picked = local.length > 0 ? random.pick(local).variable : undefined;
    const [first] = picked?.variables ?? [];
    if (!picked || !first?.value || file.script.text[picked.end - 1] !== ";") return undefined;
    return insert(picked.end, `${first.name.name} = ${textOf(file, first.value.start, first.value.end)};`);
  },
  "constant parameter": (file, _, random) => {
    const constOf = ({ syntax }: FunctionSite) =>
      syntax.parameters?.find(
        ({ type, name }) => name && /^const (?:F[A-Z]|float|int|bool)\w*&?(?:in)?$/.test(type.text),
      );
    const site = inFunction(file, random, (each) => constOf(each) !== undefined);
    const name = site && constOf(site)?.name?.name;
    return site && name ? insert(site.bodyStart, `\t\t${name} = ${name};`) : undefined;
  },
  specifier: (file, project, random) => {
    const macros = [...file.script.text.matchAll(/\bU(?:PROPERTY|FUNCTION|CLASS)\(([A-Z]\w{4,})/g)];
    const [whole, name] = macros.length > 0 ? random.pick(macros) : [];
    const found = macros.find((each) => each[0] === whole);
    const code = name && misspell(name, project, random);
    if (!found || !name || !code) return undefined;
    const start = found.index + found[0].length - name.length;
    return { start, end: start + name.length, code };
  },
  "misspelt local": (file, project, random) =>
    misspelt(file, project, random, (at, word) => {
      const isLocal = file.locals.some(({ variable }) => variable.variables.some(({ name }) => name.name === word));
      const [before, after] = around(file, at);
      return isLocal && /^[=(,+\-*/!<>&|]/.test(before) && after !== "::" && after !== "(";
    }),
  "misspelt member": (file, project, random) =>
    misspelt(file, project, random, (at, word) => {
      const [before] = around(file, at);
      return before === "." && project.files.some((each) => each.types.some((type) => declares(type, word)));
    }),
  "misspelt field": (file, project, random) =>
    misspelt(file, project, random, (at, word) => {
      const [before, after] = around(file, at);
      const isPlain =
        before !== "." && before !== "::" && after !== "::" && !/^\w/.test(after) && !/^[\w>]/.test(before);
      return (
        isPlain &&
        file.types.some((type) => type.members?.some((each) => each.kind === "variable" && each.name.name === word))
      );
    }),
  "misspelt call": (file, project, random) =>
    misspelt(file, project, random, (at, word) => {
      const [before, after] = around(file, at);
      return after === "(" && before !== "." && before !== "::" && !/^\w/.test(before) && project.callables.has(word);
    }),
  "misspelt type": (file, project, random) =>
    misspelt(file, project, random, (at, word) => {
      const [before, after] = around(file, at);
      return project.types.has(word) && /^[{;}(<]/.test(before) && /^(?:\w|>)/.test(after);
    }),
};

function declares(type: DeclarationSyntax, name: string): boolean {
  return type.members?.some((each) => each.name.name === name) === true;
}

function numberOf(syntax: DeclarationSyntax): string | undefined {
  return syntax.parameters?.find(({ type, name }) => name && NUMBERS.has(type.text))?.name?.name;
}
