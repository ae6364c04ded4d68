/** Binds a file. The declarations come first and the bodies of functions follow. */
import { OverrideRule } from "../database/override-family.ts";
import { memberKey, qualify, scopeKey } from "../database/symbols.ts";
import type { Tokens } from "../lexer/tokens.ts";
import { parseStatements } from "../parser/statement-parser.ts";
import { type DeclarationSyntax, type FileSyntax, Flag, type Statement } from "../parser/syntax.ts";
import { TokenCursor } from "../parser/token-cursor.ts";
import { Binder, type BinderOptions, type Local } from "./binder.ts";
import { checkDuplicates, checkFunction, checkInherited, checkTypeOnce } from "./declaration-checks.ts";
import { bindExpression } from "./expression-binder.ts";
import { bindSpecifiers } from "./specifier-binder.ts";
import { checkSpecifiers } from "./specifier-check.ts";
import { bindInitial, bindStatements } from "./statement-binder.ts";

export interface BoundFile {
  /** The uses in the order in which they were bound. See `readUse`. */
  uses: Int32Array;
  /** The locals and parameters by the offset of their declaration. */
  locals: ReadonlyMap<number, Local & { name: string }>;
}

export function bindFile(tokens: Tokens, syntax: FileSyntax, options: BinderOptions): BoundFile {
  const binder = new FileBinder(tokens, options);
  binder.imports(syntax.imports);
  binder.declarations(syntax.declarations);
  if (options.errors) {
    checkSpecifiers(tokens, options.errors);
    checkDuplicates(binder, syntax.declarations, "The file");
  }
  return { uses: binder.uses.take(), locals: binder.localTypes };
}

class FileBinder extends Binder {
  readonly #tokens: Tokens;

  constructor(tokens: Tokens, options: BinderOptions) {
    super(options, tokens.text);
    this.#tokens = tokens;
  }

  declarations(list: readonly DeclarationSyntax[]): void {
    for (const declaration of list) this.#declaration(declaration);
  }

  /** Binds `import` declarations, which are a legacy feature. */
  imports(list: readonly DeclarationSyntax[]): void {
    const { floatIsFloat64 } = this.lookup.table.native;
    for (const { name, type, parameters = [], flags } of list) {
      if (type) this.bindType(type);
      for (const each of parameters) this.bindType(each.type);
      const written = parameters.map((each) => ({ name: "", type: each.type.text }));
      const rule = new OverrideRule(floatIsFloat64, { parameters: written, flags, isCallable: true });
      const found = this.lookup.global(name.name, "", this).find((member) => rule.covers(member));
      if (found) this.markMember(name, found, "read");
      else this.unresolved(name, "read");
    }
  }

  #declaration(declaration: DeclarationSyntax): void {
    switch (declaration.kind) {
      case "namespace":
        this.#namespace(declaration);
        break;
      case "class":
      case "struct":
      case "enum":
        this.#type(declaration);
        break;
      case "delegate":
      case "event":
        this.#signature(declaration);
        break;
      case "asset":
        this.#asset(declaration);
        break;
      case "access":
        this.#access(declaration);
        break;
      case "enumValue":
      case "variable":
        this.#variable(declaration);
        break;
      default:
        this.#callable(declaration);
    }
  }

  #namespace(declaration: DeclarationSyntax): void {
    const outer = this.namespace;
    for (const part of [...declaration.names, declaration.name]) {
      this.namespace = qualify(this.namespace, part.name);
      this.markNamespace(part, this.namespace, part === declaration.name ? "declaration" : "read");
    }
    const members = declaration.members ?? [];
    this.declarations(members);
    if (this.errors) checkDuplicates(this, members, `Namespace "${this.namespace}"`);
    this.namespace = outer;
  }

  #type(declaration: DeclarationSyntax): void {
    const outer = this.type;
    const type = this.lookup.table.type(qualify(this.namespace, declaration.name.name), this.root);
    if (type) this.markType(declaration.name, type, "declaration");
    if (declaration.type) this.bindType(declaration.type);
    if (this.errors && type) {
      checkTypeOnce(this, declaration, type);
      checkDuplicates(this, declaration.members ?? [], `"${type.name}"`);
    }
    this.type = type;
    bindSpecifiers(this, this.#tokens, declaration);
    if (declaration.defaults) this.scoped(() => bindStatements(this, declaration.defaults ?? []));
    this.declarations(declaration.members ?? []);
    this.type = outer;
  }

  #signature(declaration: DeclarationSyntax): void {
    const type = this.lookup.table.type(qualify(this.namespace, declaration.name.name), this.root);
    if (type) this.markType(declaration.name, type, "declaration");
    if (declaration.type) this.bindType(declaration.type);
    this.scoped(() => this.#parameters(declaration));
  }

  #asset(declaration: DeclarationSyntax): void {
    const type = declaration.type ? this.bindType(declaration.type) : undefined;
    this.markKey(declaration.name, this.#key(declaration), "declaration");
    const outer = this.type;
    this.type = type?.symbol;
    this.scoped(() => this.#body(declaration));
    this.type = outer;
  }

  #access(declaration: DeclarationSyntax): void {
    this.markKey(declaration.name, this.#key(declaration), "declaration");
    for (const name of declaration.names) {
      const scope = name.qualifier ?? "";
      const written = qualify(scope, name.name);
      const type = this.lookup.table.typeFrom(written, this.namespace, this.root);
      const within = scope === "" ? this.namespace : (this.lookup.table.namespaceFrom(scope, this.namespace) ?? scope);
      const called = type ? undefined : this.lookup.global(name.name, within, this)[0];
      if (type) this.markType(name, type, "access");
      else if (called) this.markMember(name, called, "access");
      else this.unresolved(name, "access");
    }
  }

  #variable(declaration: DeclarationSyntax): void {
    this.#accessOf(declaration);
    const type = declaration.type ? this.bindType(declaration.type) : undefined;
    this.markKey(declaration.name, this.#key(declaration), "declaration");
    bindSpecifiers(this, this.#tokens, declaration, type);
    if (this.errors && declaration.kind === "variable") checkInherited(this, declaration);
    const { initial } = declaration;
    if (!initial) return;
    const value = this.scoped(() => bindInitial(this, initial, type));
    if (initial.value && declaration.kind === "variable") this.checkValue(initial.value, value, type);
  }

  #callable(declaration: DeclarationSyntax): void {
    this.#accessOf(declaration);
    const returns = declaration.type ? this.bindType(declaration.type) : undefined;
    const destructor = declaration.kind === "destructor";
    const name = destructor ? { ...declaration.name, name: declaration.name.name.slice(1) } : declaration.name;
    this.markKey(name, this.#key(declaration), this.#overrides(declaration) ? "override" : "declaration");
    this.returns = returns;
    this.returnsNothing = declaration.kind !== "function" || declaration.type?.text === "void";
    this.methodFlags = declaration.flags;
    this.superCalls.clear();
    this.scoped(() => {
      this.#parameters(declaration);
      bindSpecifiers(this, this.#tokens, declaration);
      const statements = this.#body(declaration);
      if (this.errors) checkFunction(this, declaration, statements);
    });
    this.returns = undefined;
    this.returnsNothing = undefined;
    this.methodFlags = 0;
  }

  /** Binds `access:Name` before a member. */
  #accessOf(declaration: DeclarationSyntax): void {
    for (const name of declaration.names) {
      const rule = this.type
        ? this.lookup.members(this.type, name.name).find((each) => each.kind === "access")
        : undefined;
      if (rule) this.markMember(name, rule, "access");
      else this.unresolved(name, "access");
    }
  }

  #overrides(declaration: DeclarationSyntax): boolean {
    if (!this.type || declaration.kind !== "function") return false;
    if (declaration.flags & (Flag.override | Flag.blueprintOverride)) return true;
    const base = this.lookup.table.base(this.type);
    if (!base) return false;
    const above = this.lookup.members(base, declaration.name.name).filter((each) => each.kind === "method");
    if (above.length === 0) return false;
    const parameters = (declaration.parameters ?? []).map(({ type }) => ({ name: "", type: type.text }));
    const own = { parameters, flags: declaration.flags, isCallable: true };
    const rule = new OverrideRule(this.lookup.table.native.floatIsFloat64, own);
    return above.some((each) => rule.covers(each));
  }

  #parameters(declaration: DeclarationSyntax): void {
    for (const parameter of declaration.parameters ?? []) {
      const type = this.bindType(parameter.type);
      if (parameter.value) bindExpression(this, parameter.value);
      if (parameter.name) this.declareLocal(parameter.name, type, true, parameter.type.text);
    }
  }

  /** Returns undefined if there is no body or if a part of it can't be parsed. */
  #body(declaration: DeclarationSyntax): readonly Statement[] | undefined {
    if (!declaration.body) return undefined;
    const [first, last] = declaration.body;
    const cursor = new TokenCursor(this.#tokens, first + 1, last);
    const statements: Statement[][] = [];
    while (!cursor.ended) {
      statements.push(parseStatements(cursor));
      // A brace that doesn't belong here is skipped, because the rest is still part of this body.
      if (!cursor.ended) cursor.at++;
    }
    const all = statements.flat();
    bindStatements(this, all);
    return cursor.errors.length === 0 ? all : undefined;
  }

  #key(declaration: DeclarationSyntax): string {
    const { name, start } = declaration.name;
    const global = this.type
      ? undefined
      : this.lookup.table.namespaces.get(this.namespace)?.declared(name, this.path, start);
    if (global) return global.key;
    const owner = this.type ? this.type.key : scopeKey(this.namespace, this.root);
    return memberKey(
      owner,
      declaration.name.name,
      declaration.parameters?.map((parameter) => parameter.type.text),
    );
  }
}
