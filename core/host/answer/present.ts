/**
 * The one way from an outcome to what a door sends: cut to the room there is, encoded, with what was cut and how to go on, and the
 * whole kept for whoever wants it. Linear in the rows, in short turns; a success stays one whatever its size.
 */
import type { Json, JsonObject, Outcome, ViewKind } from "../contract/outcome.ts";
import type { Output } from "../contract/output.ts";
import { isLongText, lineNext, withLines } from "./by-line.ts";
import { putTogether } from "./compose.ts";
import { largestParts } from "./fallback.ts";
import { jsonPieces } from "./json-text.ts";
import type { KeptAnswers } from "./kept.ts";
import { keepAll, nextAfter, type PagedCall, withCut } from "./pages.ts";
import { copyWith, isObject } from "./pointer.ts";
import { withoutSpare } from "./related.ts";
import type { Paths } from "./rows.ts";
import { LEAST_ROW, shortRow } from "./short-row.ts";
import { textAnswer } from "./text-answer.ts";
import { type CountTokens, charsFor } from "./tokens.ts";
import { toonOf } from "./toon.ts";
import { Turns } from "./turns.ts";
import { type Parts, takeApart, type Unit } from "./units.ts";

export type Format = "json" | "toon" | "text";

export interface PresentOptions {
  /** What the door, or its connection, would rather send; a call's own parameter for it comes first. */
  as?: Format;
  /** Characters of text that the door may send; default: no limit. */
  maxChars?: number;
}

/** What a door sends. */
export interface Presented {
  text: string;
  /** The answer as it was cut, for `structuredContent`. */
  value: Json;
  failed: boolean;
  /** The arguments that go on. */
  next?: JsonObject;
  /** `answer:<id>`: the whole of it, as text. */
  kept?: string;
}

export interface PresentParts {
  view: ViewKind;
  kept: KeptAnswers;
  paths: Paths;
  /** One line that says where relative paths are from. */
  rootLine: string | undefined;
  countTokens: CountTokens;
}

/** What is added to a cut answer takes about this much. */
const RESERVE = 220;
/** The mark of a parent that stands in for itself. */
const CONTINUED = `,"continued":true`.length;

export async function present(
  call: PagedCall,
  outcome: Outcome,
  options: PresentOptions,
  parts: PresentParts,
): Promise<Presented> {
  const maxTokens = typeof call.input.max_tokens === "number" ? call.input.max_tokens : undefined;
  const whole = options.maxChars ?? Number.POSITIVE_INFINITY;
  let room = Math.min(whole, maxTokens === undefined ? Number.POSITIVE_INFINITY : charsFor(maxTokens));
  const presenter = new Presenter(call, outcome, formatOf(call, options.as), parts, maxTokens !== undefined);
  let presented = await presenter.within(room);
  // Estimated first, then measured: twice at most, for what is said of a cut hardly changes.
  for (let tries = 0; maxTokens !== undefined && tries < 3; tries++) {
    const tokens = await parts.countTokens(presented.text);
    if (tokens <= maxTokens && (tries > 0 || !presenter.wasCut || tokens > maxTokens * 0.8)) break;
    room = Math.min(
      whole,
      Math.floor(
        ((room === Number.POSITIVE_INFINITY ? presented.text.length : Math.min(room, presented.text.length)) *
          maxTokens *
          0.96) /
          Math.max(1, tokens),
      ),
    );
    presented = await presenter.within(room);
  }
  return presented;
}

/** The call's own parameter, else what the door would rather send, else what the tool's contract says. */
function formatOf({ tool, input }: PagedCall, as: Format | undefined): Shape {
  const rule = tool.output.format;
  const asked = rule && input[rule.parameter];
  if (asked === "json" || asked === "toon" || asked === "text") return { format: asked, envelope: true };
  return as === undefined ? { format: rule?.default ?? "json", envelope: true } : { format: as, envelope: false };
}

interface Shape {
  format: Format;
  /** TOON stands in the envelope of the tool's contract; asked for by a door it is the document itself. */
  envelope: boolean;
}

class Presenter {
  wasCut = false;
  private readonly call: PagedCall;
  private readonly outcome: Outcome;
  private readonly format: Format;
  private readonly parts: PresentParts;
  private readonly brief: boolean;
  private readonly envelope: boolean;
  private readonly output: Output<unknown>;
  private apart: Parts | undefined;
  /** The same without what goes before any row does. */
  private lean: Parts | undefined;
  private without: readonly string[] = [];
  private keptAs: Promise<string | undefined> | undefined;

  constructor(call: PagedCall, outcome: Outcome, { format, envelope }: Shape, parts: PresentParts, brief: boolean) {
    this.call = call;
    this.outcome = outcome;
    this.format = format;
    this.parts = parts;
    this.brief = brief;
    const declared = call.tool.output.rows !== undefined && !outcome.failed;
    this.envelope = envelope;
    this.output = declared ? call.tool.output : { ...call.tool.output, rows: largestParts(outcome.value).rows ?? [] };
  }

  async within(room: number): Promise<Presented> {
    const { outcome, format } = this;
    const turns = new Turns();
    if (format === "text" && this.hasText()) return await this.text(room, turns);
    const whole = format !== "toon" ? await this.json(this.said(outcome.value, outcome.next), room) : undefined;
    if (whole !== undefined) return this.presented(whole, outcome.value, outcome.next);
    this.apart ??= await takeApart(this.output, outcome.value, turns);
    const spared = this.lean ? undefined : withoutSpare(this.apart);
    if (spared) Object.assign(this, { lean: spared.parts, without: spared.without });
    if (format === "toon") return await this.toon(room, turns);
    return await this.cutJson(room);
  }

  /** An answer of which nothing is declared is JSON in text too: that loses nothing. */
  private hasText(): boolean {
    const { rows, remarks } = this.call.tool.output;
    return (
      typeof this.outcome.value === "string" ||
      this.outcome.failed === true ||
      rows !== undefined ||
      remarks !== undefined
    );
  }

  /** The whole as JSON, or undefined where it does not fit. */
  private async json(value: Json, room: number): Promise<string | undefined> {
    if (typeof value === "string") return value.length <= room ? value.toWellFormed() : undefined;
    const turns = new Turns();
    const pieces: string[] = [];
    let size = 0;
    for (const piece of jsonPieces(value)) {
      size += piece.length;
      if (size > room) return undefined;
      pieces.push(piece);
      const pause = turns.step();
      if (pause) await pause;
    }
    return pieces.join("");
  }

  private async cutJson(room: number): Promise<Presented> {
    const empty = await this.json(this.apart!.rest, Number.POSITIVE_INFINITY);
    const taken = this.take(
      room - (empty?.length ?? 0) - RESERVE,
      (unit) => rowSize(unit),
      (text) => JSON.stringify(text).length - 2,
    );
    const { value, next, kept } = await this.cut(taken);
    return this.presented((await this.json(value, Number.POSITIVE_INFINITY))!, value, next, kept);
  }

  private async toon(room: number, turns: Turns): Promise<Presented> {
    const encode = async (value: Json, parts: Parts) => {
      const encoded = await toonOf(this.output, value, parts, this.call.input, turns, this.envelope);
      return typeof encoded === "string" ? encoded : (await this.json(encoded, Number.POSITIVE_INFINITY))!;
    };
    const { rest, units } = this.apart!;
    const { value, next } = this.outcome;
    const text =
      units.length > 0 && rowSizes(units, room * 3) > room * 3
        ? undefined
        : await encode(this.said(value, next), this.apart!);
    if (text !== undefined && text.length <= room) return this.presented(text, value, next);
    // A row takes less in TOON than in JSON: what was guessed is corrected by what came out.
    const empty = (await encode(rest, { rest, units: [] })).length + RESERVE;
    let share = 1;
    let best: { taken: Parts; text: string } | undefined;
    for (let tries = 0; tries < 4; tries++) {
      const taken = this.take(
        (room - empty) * share,
        (unit) => rowSize(unit),
        (part) => JSON.stringify(part).length,
      );
      const cut = await this.cut(taken);
      const encoded = await encode(cut.value, await this.asCut(taken, cut.value, turns));
      if (encoded.length <= room) {
        best = { taken, text: encoded };
        if (encoded.length > room * 0.8 || taken.units.length === units.length) break;
      } else if (best) break;
      share *= ((room - empty) / Math.max(1, encoded.length - empty)) * 0.95;
    }
    const taken = best?.taken ?? { rest, units: [] };
    const cut = await this.cut(taken);
    return this.presented(
      best?.text ?? (await encode(cut.value, await this.asCut(taken, cut.value, turns))),
      cut.value,
      cut.next,
      cut.kept,
    );
  }

  /** The rows as they stand in the cut answer: those that point into a table are numbered anew there. */
  private async asCut(taken: Parts, value: Json, turns: Turns): Promise<Parts> {
    const points = this.output.rows?.some(({ table }) => table !== undefined);
    return points ? await takeApart(this.output, value, turns) : taken;
  }

  private async text(room: number, turns: Turns): Promise<Presented> {
    this.apart ??= await takeApart(this.output, this.outcome.value, turns);
    const written = await textAnswer(
      {
        call: this.call,
        outcome: this.outcome,
        output: this.output,
        parts: this.apart,
        brief: this.brief,
        room,
        turns,
        ...this.parts,
      },
      (units) => this.goOn(units),
    );
    this.wasCut = written.cut;
    return { text: written.text, value: this.outcome.value, failed: this.outcome.failed === true, ...written.extras };
  }

  /** The first rows that fit, in the order in which they are kept; of a long text a part. */
  private take(room: number, size: (unit: Unit) => number, cost: (text: string) => number): Parts {
    const { rest, units } = this.lean ?? this.apart!;
    const taken: Unit[] = [];
    let left = room;
    const groups = new Set<string>();
    const placed = new Set<Unit>();
    for (const unit of units) {
      const group = unit.group === undefined ? "" : `${unit.source.at} ${unit.key}`;
      let extra = group !== "" && !groups.has(group) ? JSON.stringify(unit.group).length + group.length : 0;
      const above: Unit[] = [];
      for (let parent = unit.parent; parent && !placed.has(parent); parent = parent.parent) above.push(parent);
      for (const parent of above) extra += size(parent) + CONTINUED;
      const need = size(unit) + extra;
      if (need <= left) {
        taken.push(unit);
        left -= need;
        if (group !== "") groups.add(group);
        for (const each of [unit, ...above]) if (unit.depth !== undefined) placed.add(each);
        continue;
      }
      if (taken.length === 0 || isLongText(unit)) {
        // A page that shows nothing would lead to itself.
        const room = taken.length === 0 ? Math.max(left - extra, LEAST_ROW) : left - extra;
        const row = shortRow(unit, room, cost);
        if (row !== undefined) taken.push({ ...unit, row });
      }
      break;
    }
    return { rest, units: taken };
  }

  /** The answer with some of its rows, its own fields in step, and how to go on. */
  private async cut(taken: Parts): Promise<{ value: Json; next: JsonObject | undefined; kept: string | undefined }> {
    const { next, kept, end, of } = await this.goOn(taken.units);
    let value = withCut(this.output, putTogether(this.output, taken), next, { end, of });
    value = withLines(this.output, value, taken.units, next);
    return { value: this.said(value, next, kept), next, kept };
  }

  /** Keeps the whole, and says how to go on behind some of its rows. */
  private async goOn(
    taken: readonly Unit[],
  ): Promise<{ next: JsonObject | undefined; kept: string | undefined; end: number; of: number }> {
    this.wasCut = true;
    const { call, outcome, parts } = this;
    const { page } = outcome;
    this.keptAs ??= page?.answer
      ? Promise.resolve(page.answer)
      : keepAll(
          { ...call, tool: { ...call.tool, output: this.output } },
          outcome,
          this.apart!,
          parts.kept,
          parts.paths,
        );
    const id = await this.keptAs;
    const kept = id === undefined ? undefined : `answer:${id}`;
    const shown = taken.length;
    const end = (page?.offset ?? 0) + shown;
    const of = page?.of ?? this.apart!.units.length;
    const rule = this.output.next;
    if (rule?.by === "line") return { next: lineNext(this.output, outcome.value, taken), kept, end, of };
    const declared = call.tool.output.rows !== undefined;
    if (end >= of || !declared || outcome.failed) return { next: end >= of ? outcome.next : undefined, kept, end, of };
    return {
      next: nextAfter(call, { id, offset: page?.offset ?? 0, end, own: outcome.cursors?.[shown - 1] }),
      kept,
      end,
      of,
    };
  }

  /** With what a page must say beside what the tool answered. */
  private said(value: Json, next: JsonObject | undefined, kept?: string): Json {
    if (!isObject(value)) return value;
    let said: JsonObject = value;
    if (next) said = copyWith(said, "next", next);
    if (kept !== undefined) said = copyWith(said, "answer", kept);
    if (kept !== undefined && this.without.length > 0) said = copyWith(said, "without", [...this.without]);
    const { changed } = this.outcome;
    if (changed) said = copyWith(said, "changed", changed);
    return said;
  }

  private presented(text: string, value: Json, next: JsonObject | undefined, kept?: string): Presented {
    const presented: Presented = { text, value, failed: this.outcome.failed === true };
    if (next) presented.next = next;
    if (kept !== undefined) presented.kept = kept;
    return presented;
  }
}

function rowSize({ row, key, beside }: Unit): number {
  const own = JSON.stringify(row).length + 1 + (key === undefined ? 0 : key.length + 3);
  return beside ? own + JSON.stringify(beside).length + 40 : own;
}

/** The sum, counted to a point. */
function rowSizes(units: readonly Unit[], most: number): number {
  let sum = 0;
  for (const unit of units) {
    sum += rowSize(unit);
    if (sum > most) break;
  }
  return sum;
}
