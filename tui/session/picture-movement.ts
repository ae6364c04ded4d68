/** Moves through what is drawn in two dimensions: by arrow keys and by the mouse. */

import { paneInside, resultHeight } from "../layout/geometry.ts";
import { currentVisit, type Place, placeOf, scrollOf } from "../state/trail.ts";
import type { Direction, Picture, Room } from "../views/picture.ts";
import type { Core } from "./session-context.ts";
import type { Performer } from "./tool-commands.ts";

type Change = Pick<Performer, "changeVisit">;

/** False where no picture is in sight. */
export function movedPicture(core: Core, { changeVisit }: Change, direction: Direction): boolean {
  const found = pictureOf(core);
  if (!found) return false;
  const { picture, place, room } = found;
  changeVisit(() => at(place, picture, picture.toward(place.list.cursor, direction, room), room));
  return true;
}

/** Chooses the item at a place of the pane. False where no picture is in sight. */
export function pointedPicture(core: Core, { changeVisit }: Change, x: number, y: number): boolean {
  const found = pictureOf(core);
  if (!found) return false;
  const { picture, place, room } = found;
  const item = picture.at(x, y, place.list.cursor, scrollOf(place), room);
  if (item !== undefined) changeVisit(() => at(place, picture, item, room));
  return true;
}

function pictureOf(core: Core): { picture: Picture; place: Place; room: Room } | undefined {
  const visit = currentVisit(core.state().trail);
  const drawn = core.drawn();
  if (!visit || !drawn?.picture) return undefined;
  const { width } = paneInside(core.state(), "result");
  return { picture: drawn.picture, place: placeOf(visit), room: { width, height: resultHeight(core.state(), drawn) } };
}

function at(place: Place, picture: Picture, cursor: number, room: Room): Place {
  const { x, y } = picture.inSight(cursor, scrollOf(place), room);
  return { ...place, list: { cursor, top: y }, shift: x };
}
