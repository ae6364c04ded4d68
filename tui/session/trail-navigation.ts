/** Steps on the trail: what lies around an answer is kept when one goes on, and put back when one comes back. */
import type { Location } from "../../core/host/frontend-api.ts";
import { changed, currentVisit, type Surroundings, stepped, type Visit } from "../state/trail.ts";
import type { Core } from "./session-context.ts";

export interface Trailing {
  /** Before a jump: keeps what lies around. A jump from the home screen begins a trail that leads back there. */
  leave(): void;
  back(): void;
  forward(): void;
  /** The one row of a definition is where somebody wants to be. */
  arrive(visit: Visit): void;
}

export function createTrailing(
  core: Core,
  shown: (visit: Visit) => void,
  again: (visit: Visit) => void,
  read: (place: Location) => void,
): Trailing {
  const visit = () => currentVisit(core.state().trail);

  function surroundings(): Surroundings {
    const { forms, tool, focus, zoomed, overlay } = core.state();
    const reading = overlay?.kind === "reader" ? overlay : undefined;
    return {
      form: tool === undefined ? undefined : forms[tool],
      focus,
      zoomed,
      reading: reading && { place: reading.place, list: reading.list, column: reading.column },
    };
  }

  function leave() {
    const { screen, home, trail, overlay } = core.state();
    const left = surroundings();
    if (screen === "home") {
      const { reading } = left;
      const { reading: _, ...rest } = home;
      core.update({
        home: reading ? { ...rest, reading } : rest,
        trail: { visits: [], at: -1, fromHome: true },
        overlay: undefined,
      });
      return;
    }
    const at = visit();
    if (at) core.update({ trail: changed(trail, at.id, (each) => ({ ...each, left })) });
    if (overlay?.kind === "reader") core.update({ overlay: undefined });
  }

  /** Puts a step back as it was. */
  function show(at: Visit) {
    const { left } = at;
    core.update({ screen: "explore", focus: "result" });
    shown(at);
    if (at.status === "kept") again(at);
    if (!left) return;
    const { forms } = core.state();
    core.update({
      focus: left.focus,
      zoomed: left.zoomed,
      ...(left.form ? { forms: { ...forms, [at.tool]: left.form } } : {}),
      overlay: left.reading && { kind: "reader", ...left.reading },
    });
  }

  function back() {
    const { overlay, trail, home } = core.state();
    const at = visit();
    // A source that was opened by hand is closed first.
    if (overlay?.kind === "reader" && !(core.state().screen === "explore" && at?.direct))
      return core.update({ overlay: undefined });
    if (trail.at > 0) {
      leave();
      core.update({ trail: stepped(core.state().trail, -1) });
      const before = visit();
      if (before) show(before);
      return;
    }
    if (!trail.fromHome) return;
    leave();
    const asked = { ...core.state().home, selected: true };
    core.update({
      screen: "home",
      home: asked,
      zoomed: false,
      overlay: home.reading && { kind: "reader", ...home.reading },
    });
  }

  function forward() {
    if (core.state().screen === "home") {
      const at = visit();
      if (at) show(at);
      return;
    }
    leave();
    core.update({ trail: stepped(core.state().trail, 1) });
    const next = visit();
    if (next) show(next);
  }

  function arrive(arrived: Visit) {
    const at = visit();
    const { overlay, screen, focus } = core.state();
    if (at?.id !== arrived.id || overlay || screen !== "explore" || focus !== "result") return;
    const places = at.view.rows.flatMap(({ location }) => location ?? []);
    const [first, ...others] = places;
    // Further lines of the same declaration are no other place.
    const one = others.every(({ absolute, startLine }) => {
      const end = first!.endLine ?? first!.startLine + at.view.rows.length;
      return absolute === first!.absolute && startLine >= first!.startLine && startLine <= end;
    });
    if (!first || !one || at.outcome?.next) return;
    core.update({ trail: changed(core.state().trail, at.id, (each) => ({ ...each, direct: true })) });
    read(first);
  }

  return { leave, back, forward, arrive };
}
