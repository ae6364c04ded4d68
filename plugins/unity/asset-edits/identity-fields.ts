/** Rejects edits to the fields by which Unity identifies a document, file or project, because changing them would break it. */
import { refusedEdit } from "./edit-errors.ts";

interface Identity {
  file: RegExp;
  field: RegExp;
  why: string;
  instead: string;
}

const IDENTITY: readonly Identity[] = [
  {
    file: /\.meta$/,
    field: /^guid$/,
    why: "other assets name the file by its guid, and all of them would lose it",
    instead: "Move or rename the file together with its .meta; to use another asset, set the fields that refer to it",
  },
  {
    file: /\.meta$/,
    field: /^fileFormatVersion$/,
    why: "fileFormatVersion says how Unity reads the file",
    instead: "Let Unity import the asset again: it writes this itself",
  },
  {
    file: /(?:^|[\\/])ProjectVersion\.txt$/,
    field: /^/,
    why: "this file says which Unity version saved the project",
    instead: "Open the project with the other version of Unity: it upgrades the assets and writes this file",
  },
  {
    file: /^/,
    field: /^m_Script$/,
    why: "m_Script says which class the document belongs to, and its other fields belong to that class",
    instead: "Remove the component and add one of the other class; for an asset, create a new one with from",
  },
  {
    file: /^/,
    field: /(?:^|\.)serializedVersion$/,
    why: "serializedVersion says in which form Unity wrote the values",
    instead: "Let the Unity version that should use the asset save it: it writes this itself",
  },
];

export function refuseIdentity(path: string, field: string): void {
  const found = IDENTITY.find((each) => each.file.test(path) && each.field.test(field));
  if (found) throw refusedEdit(found.why, found.instead);
}
