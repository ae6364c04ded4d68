/** Moves back and forward on the trail. A jump saves the panes around it, and going back restores them. */
import type { Location } from "../../core/host/frontend-api.ts";
import { currentEntry, type Surroundings, stepped, type TrailEntry, withEntry } from "../state/trail.ts";
import type { SessionContext } from "./session-context.ts";

export interface TrailNavigation {
  /** This is called before a jump. If we are on the home screen, it starts a trail that leads back there. */
  leave(): void;
  back(): void;
  forward(): void;
  /** If a definition has a single row, it is opened immediately. */
  openOnlyRow(entry: TrailEntry): void;
}

export function createTrailNavigation(
  context: SessionContext,
  shown: (entry: TrailEntry) => void,
  rerun: (entry: TrailEntry) => void,
  read: (place: Location) => void,
): TrailNavigation {
  const entry = () => currentEntry(context.state().trail);

  function surroundings(): Surroundings {
    const { forms, tool, focus, zoomed, overlay } = context.state();
    const reading = overlay?.kind === "reader" ? overlay : undefined;
    return {
      form: tool === undefined ? undefined : forms[tool],
      focus,
      zoomed,
      reading: reading && { place: reading.place, list: reading.list, column: reading.column },
    };
  }

  function leave() {
    const { screen, home, trail, overlay } = context.state();
    const left = surroundings();
    if (screen === "home") {
      const { reading } = left;
      const { reading: _, ...rest } = home;
      context.update({
        home: reading ? { ...rest, reading } : rest,
        trail: { entries: [], at: -1, fromHome: true },
        overlay: undefined,
      });
      return;
    }
    const at = entry();
    if (at) context.update({ trail: withEntry(trail, at.id, (each) => ({ ...each, surroundings: left })) });
    if (overlay?.kind === "reader") context.update({ overlay: undefined });
  }

  function show(at: TrailEntry) {
    const { surroundings } = at;
    context.update({ screen: "explore", focus: "result" });
    shown(at);
    if (at.status === "unloaded") rerun(at);
    if (!surroundings) return;
    const { forms } = context.state();
    context.update({
      focus: surroundings.focus,
      zoomed: surroundings.zoomed,
      ...(surroundings.form ? { forms: { ...forms, [at.tool]: surroundings.form } } : {}),
      overlay: surroundings.reading && { kind: "reader", ...surroundings.reading },
    });
  }

  function back() {
    const { overlay, trail, home } = context.state();
    const at = entry();
    // A source that the user opened is closed first.
    if (overlay?.kind === "reader" && !(context.state().screen === "explore" && at?.autoOpened))
      return context.update({ overlay: undefined });
    if (trail.at > 0) {
      leave();
      context.update({ trail: stepped(context.state().trail, -1) });
      const before = entry();
      if (before) show(before);
      return;
    }
    if (!trail.fromHome) return;
    leave();
    context.update({
      screen: "home",
      home: { ...context.state().home, selected: true },
      zoomed: false,
      overlay: home.reading && { kind: "reader", ...home.reading },
    });
  }

  function forward() {
    if (context.state().screen === "home") {
      const at = entry();
      if (at) show(at);
      return;
    }
    leave();
    context.update({ trail: stepped(context.state().trail, 1) });
    const next = entry();
    if (next) show(next);
  }

  function openOnlyRow(arrived: TrailEntry) {
    const at = entry();
    const { overlay, screen, focus } = context.state();
    if (at?.id !== arrived.id || overlay || screen !== "explore" || focus !== "result") return;
    const places = at.view.rows.flatMap(({ location }) => location ?? []);
    const [first, ...others] = places;
    // If these are more lines of the same declaration, it is still one place.
    const one = others.every(({ absolute, startLine }) => {
      const end = first!.endLine ?? first!.startLine + at.view.rows.length;
      return absolute === first!.absolute && startLine >= first!.startLine && startLine <= end;
    });
    if (!first || !one || at.outcome?.next) return;
    context.update({ trail: withEntry(context.state().trail, at.id, (each) => ({ ...each, autoOpened: true })) });
    read(first);
  }

  return { leave, back, forward, openOnlyRow };
}
