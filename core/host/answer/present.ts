/**
 * The one way from an outcome to what a frontend sends: cut to the room there is, encoded, with what was cut and how to go on, and the
 * whole kept for whoever wants it. Linear in the rows, in short turns; a success stays one whatever its size.
 */

import { isObject } from "../contract/json.ts";
import { copyWith, valueAt, withValueAt } from "../contract/json-pointer.ts";
import type { Json, JsonObject, Outcome, ViewKind } from "../contract/outcome.ts";
import type { Output, RowSource } from "../contract/output.ts";
import type { Format, Presented, PresentOptions } from "../contract/presented-answer.ts";
import { TimeSlice } from "../contract/time-slice.ts";
import { LENGTH_PARAMETERS } from "../manifest/standard-parameters.ts";
import type { Paths } from "../rows/draw.ts";
import { joinAnswer } from "../rows/join.ts";
import { cutLine } from "../rows/notices.ts";
import type { AnswerRow, SplitAnswer } from "../rows/row.ts";
import { jsonCost, jsonSize, shortenRow } from "../rows/size.ts";
import { presentSources, splitAnswer } from "../rows/split.ts";
import { fitRows, nextLine, rowSizes, shrinkEnvelope } from "./budget.ts";
import { inferRowSources } from "./fallback.ts";
import { chooseFormat, type Shape } from "./formats.ts";
import { jsonPieces } from "./json-format.ts";
import { countLines } from "./long-text.ts";
import { nextArguments, saveAnswer, withCut } from "./page.ts";
import type { AnswerCall } from "./paged-tool.ts";
import { chunkLongRows } from "./pieces.ts";
import { compactRows } from "./related.ts";
import type { SavedAnswers } from "./saved-answers.ts";
import { textAnswer } from "./text-format.ts";
import { type CountTokens, charsFor } from "./token-count.ts";
import { toonOf } from "./toon-format.ts";

export interface PresentParts {
  view: ViewKind;
  kept: SavedAnswers;
  paths: Paths;
  /** One line that says where relative paths are from. */
  rootLine: string | undefined;
  countTokens: CountTokens;
}

/** What is added to a cut answer takes about this much. */
const RESERVE = 220;

export async function present(
  call: AnswerCall,
  outcome: Outcome,
  options: PresentOptions,
  parts: PresentParts,
): Promise<Presented> {
  const maxTokens = typeof call.input.max_tokens === "number" ? call.input.max_tokens : undefined;
  const shape = chooseFormat(call, options.as);
  const whole = Math.min(options.maxChars ?? Number.POSITIVE_INFINITY, unasked(call, options, shape));
  let room = Math.min(whole, maxTokens === undefined ? Number.POSITIVE_INFINITY : charsFor(maxTokens));
  const presenter = new Presenter(call, outcome, shape, parts, maxTokens !== undefined);
  await presenter.turns.pause();
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

/** Characters of text for a model that said nothing of how much it wants. */
function unasked({ tool, given }: AnswerCall, { toModel }: PresentOptions, { format }: Shape): number {
  const rule = tool.output.textTokens;
  if (!toModel || !rule || format !== "text") return Number.POSITIVE_INFINITY;
  const asked = [...LENGTH_PARAMETERS, ...(rule.unless ?? [])].some((name) => given?.includes(name));
  return asked ? Number.POSITIVE_INFINITY : charsFor(rule.default);
}

class Presenter {
  wasCut = false;
  readonly turns = new TimeSlice();
  private readonly call: AnswerCall;
  private readonly outcome: Outcome;
  private readonly format: Format;
  private readonly parts: PresentParts;
  private readonly brief: boolean;
  private readonly envelope: boolean;
  private readonly output: Output<unknown>;
  /** The declaration knows the answer's rows. */
  private readonly declared: boolean;
  private apart: SplitAnswer | undefined;
  /** The same without what goes before any row does. */
  private lean: SplitAnswer | undefined;
  private without: readonly string[] = [];
  private keptAs: Promise<string | undefined> | undefined;

  private readonly verbatim: boolean;

  constructor(
    call: AnswerCall,
    outcome: Outcome,
    { format, envelope, verbatim }: Shape,
    parts: PresentParts,
    brief: boolean,
  ) {
    this.call = call;
    this.outcome = outcome;
    this.format = format;
    this.parts = parts;
    this.brief = brief;
    this.envelope = envelope;
    this.verbatim = verbatim;
    const { output } = call.tool;
    // A failure may have rows as well; one that has none is cut like an answer of which nothing is known.
    this.declared =
      output.rows !== undefined &&
      typeof outcome.value !== "string" &&
      (!outcome.failed || presentSources(output, outcome.value).length > 0);
    this.output = this.declared ? output : { ...output, rows: undeclared(output, outcome.value) };
  }

  async within(room: number): Promise<Presented> {
    const { outcome, format } = this;
    const text = this.wholeText();
    if (text !== undefined && !outcome.failed) return await this.plain(text, room);
    if (format === "text" && this.hasText()) return await this.text(room);
    // A failure without rows has nothing that the TOON of an envelope is good at.
    const plain = format !== "toon" || (this.envelope && !this.declared && this.output.toonContent !== undefined);
    const whole = plain ? await this.json(this.said(outcome.value, outcome.next), room) : undefined;
    if (whole !== undefined) return this.presented(whole, outcome.value, outcome.next);
    await this.takenApart(room);
    return plain ? await this.cutJson(room) : await this.toon(room);
  }

  /** The text that is the whole answer, where one is. */
  private wholeText(): string | undefined {
    const { value } = this.outcome;
    const rule = this.output.format?.verbatim;
    if (typeof value === "string" || !this.verbatim || !rule) return typeof value === "string" ? value : undefined;
    const text = valueAt(value, rule.at);
    const other = this.call.input[rule.parameter] !== rule.value || (rule.unless && valueAt(value, rule.unless));
    return typeof text === "string" && !other ? text : undefined;
  }

  private async takenApart(room: number): Promise<SplitAnswer> {
    const { outcome } = this;
    this.apart ??= await splitAnswer(this.output, outcome.value, this.turns);
    // What is kept already has its pieces.
    if (!outcome.page && !this.keptAs) {
      const { envelope, rows } = this.apart;
      this.apart = { envelope, rows: await chunkLongRows(rows, room - RESERVE - jsonSize(envelope, room), this.turns) };
    }
    await this.turns.check();
    const spared = this.lean ? undefined : compactRows(this.apart);
    if (spared) Object.assign(this, { lean: spared.parts, without: spared.without });
    return this.apart;
  }

  /** A text that is the whole answer is sent as it stands; only where it is cut, a line says so. */
  private async plain(text: string, room: number): Promise<Presented> {
    const { value, next: going } = this.outcome;
    if (text.length <= room) return this.presented(text.toWellFormed(), value, going);
    const { rows } = await this.takenApart(room);
    const part = shortenRow(rows[0]!, room - RESERVE, (each) => each.length);
    const { next, saved } = await this.goOn(part ? [part] : []);
    const shown = part ? (part.value as string) : "";
    const lines = { shown: countLines(shown), of: countLines(text), unit: ["line", "lines"] as [string, string] };
    const cut = `${shown}${shown === "" || shown.endsWith("\n") ? "" : "\n"}!!! ${cutLine(lines, next, saved)}\n`;
    return this.presented(cut.toWellFormed(), typeof value === "string" ? cut : value, next, saved);
  }

  /** An answer of which nothing is declared is JSON in text too: that loses nothing. */
  private hasText(): boolean {
    const { rows, notices } = this.call.tool.output;
    return this.outcome.failed === true || rows !== undefined || notices !== undefined;
  }

  /** The whole as JSON, or undefined where it does not fit. */
  private async json(value: Json, room: number): Promise<string | undefined> {
    if (typeof value === "string") return value.length <= room ? value.toWellFormed() : undefined;
    const pieces: string[] = [];
    let size = 0;
    for (const piece of jsonPieces(value)) {
      size += piece.length;
      if (size > room) return undefined;
      pieces.push(piece);
      const pause = this.turns.step();
      if (pause) await pause;
    }
    return pieces.join("");
  }

  private async cutJson(room: number): Promise<Presented> {
    const { envelope, rows } = this.lean ?? this.apart!;
    const small = shrinkEnvelope(envelope, room - RESERVE, rows.length > 0);
    const taken = fitRows({ envelope: small, rows }, room - RESERVE, jsonCost);
    const { value, next, saved } = await this.cut(taken);
    return this.presented((await this.json(value, Number.POSITIVE_INFINITY))!, value, next, saved);
  }

  private async toon(room: number): Promise<Presented> {
    const encode = async (value: Json, parts: SplitAnswer) => {
      const encoded = await toonOf(this.output, value, parts, this.call.input, this.turns, this.envelope);
      await this.turns.check();
      return typeof encoded === "string" ? encoded : (await this.json(encoded, Number.POSITIVE_INFINITY))!;
    };
    const whole = this.apart!;
    const { value, next } = this.outcome;
    const text =
      rowSizes(whole.rows, room * 3) + jsonSize(whole.envelope, room * 3) > room * 3
        ? undefined
        : await encode(this.said(value, next), whole);
    if (text !== undefined && text.length <= room) return this.presented(text, value, next);
    const { envelope, rows } = this.lean ?? whole;
    // A row takes less in TOON than in JSON: what was guessed is corrected by what came out.
    const small = shrinkEnvelope(envelope, room - RESERVE, rows.length > 0);
    const empty = (await encode(small, { envelope: small, rows: [] })).length + RESERVE;
    let share = 1;
    let best: { taken: SplitAnswer; text: string } | undefined;
    for (let tries = 0; tries < 4; tries++) {
      const most = jsonSize(small, room) + Math.max(0, room - empty) * share;
      const taken = fitRows({ envelope: small, rows }, most, jsonCost);
      const cut = await this.cut(taken);
      const encoded = await encode(cut.value, await this.asCut(taken, cut.value));
      if (encoded.length <= room) {
        best = { taken, text: encoded };
        if (encoded.length > room * 0.8 || taken.rows.length === rows.length) break;
      } else if (best) break;
      share *= ((room - empty) / Math.max(1, encoded.length - empty)) * 0.95;
    }
    const taken = best?.taken ?? { envelope: small, rows: [] };
    const cut = await this.cut(taken);
    return this.presented(
      best?.text ?? (await encode(cut.value, await this.asCut(taken, cut.value))),
      cut.value,
      cut.next,
      cut.saved,
    );
  }

  /** The rows as they stand in the cut answer: those that point into a table are numbered anew there. */
  private async asCut(taken: SplitAnswer, value: Json): Promise<SplitAnswer> {
    const points = this.output.rows?.some(({ lookup }) => lookup !== undefined);
    return points ? await splitAnswer(this.output, value, this.turns) : taken;
  }

  private async text(room: number): Promise<Presented> {
    const written = await textAnswer(
      {
        call: this.call,
        outcome: this.outcome,
        output: this.output,
        parts: await this.takenApart(room),
        brief: this.brief,
        declared: this.declared,
        room,
        turns: this.turns,
        ...this.parts,
      },
      (units) => this.goOn(units),
    );
    this.wasCut = written.cut;
    return { text: written.text, value: this.outcome.value, failed: this.outcome.failed === true, ...written.extras };
  }

  /** The answer with some of its rows, its own fields in step, and how to go on. */
  private async cut(
    taken: SplitAnswer,
  ): Promise<{ value: Json; next: JsonObject | undefined; saved: string | undefined }> {
    const { next, saved, end, of } = await this.goOn(taken.rows);
    let value = withCut(this.output, joinAnswer(this.output, taken), next, { end, of });
    value = withLastLine(this.output, value, next);
    return { value: this.said(value, next, saved), next, saved };
  }

  /** Keeps the whole, and says how to go on behind some of its rows. */
  private async goOn(
    taken: readonly AnswerRow[],
  ): Promise<{ next: JsonObject | undefined; saved: string | undefined; end: number; of: number }> {
    this.wasCut = true;
    const { call, outcome, parts } = this;
    const { page } = outcome;
    this.keptAs ??= page?.answer
      ? Promise.resolve(page.answer)
      : saveAnswer({ ...call, tool: { ...call.tool, output: this.output } }, outcome, this.apart!, {
          kept: parts.kept,
          paths: parts.paths,
          turns: this.turns,
        });
    const id = await this.keptAs;
    const saved = id === undefined ? undefined : `answer:${id}`;
    const shown = taken.length;
    const end = (page?.offset ?? 0) + shown;
    const of = page?.of ?? this.apart!.rows.length;
    const line = nextLine(this.output, outcome.value, call.input, taken, this.apart!.rows);
    if (line) return { next: line.next, saved, end, of };
    const goesOn = this.declared && !outcome.failed && (id !== undefined || call.tool.repeatable);
    if (end >= of || !goesOn) return { next: end >= of ? outcome.next : undefined, saved, end, of };
    const own = outcome.cursors?.[shown - 1];
    return { next: nextArguments(call, { id, offset: page?.offset ?? 0, end, own }), saved, end, of };
  }

  /** With what a page must say beside what the tool answered. */
  private said(value: Json, next: JsonObject | undefined, saved?: string): Json {
    if (!isObject(value)) return value;
    let said: JsonObject = value;
    if (next) said = copyWith(said, "next", next);
    if (saved !== undefined) said = copyWith(said, "answer", saved);
    if (saved !== undefined && this.without.length > 0) said = copyWith(said, "without", [...this.without]);
    const { changed } = this.outcome;
    if (changed) said = copyWith(said, "changed", changed);
    return said;
  }

  private presented(text: string, value: Json, next: JsonObject | undefined, saved?: string): Presented {
    const presented: Presented = { text, value, failed: this.outcome.failed === true };
    if (next) presented.next = next;
    if (saved !== undefined) presented.saved = saved;
    return presented;
  }
}

/** The last line shown, in an answer that has a field for it. */
function withLastLine({ next: rule }: Output<unknown>, value: Json, next: JsonObject | undefined): Json {
  if (rule?.by !== "line" || rule.lastLine === undefined || typeof next?.[rule.parameter] !== "number") return value;
  return withValueAt(value, rule.lastLine, Number(next[rule.parameter]) - 1);
}

/** Where room can be found in an answer of which nothing is declared; a text that is the whole answer is cut as its lines go on. */
function undeclared({ next }: Output<unknown>, value: Json): RowSource[] {
  if (typeof value === "string") return [{ at: "", keep: next?.by === "line" ? "head" : "ends" }];
  return inferRowSources(value).rows ?? [];
}
