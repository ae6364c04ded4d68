/**
 * Protects the fields that Unity uses to identify documents, files and projects. They look like any other field, but changing
 * one would break references to the document or even the whole project.
 */
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
    why: "other assets refer to the file by its guid, and all those references would break",
    instead: "Move or rename the file together with its .meta; to use another asset, set the fields that refer to it",
  },
  {
    file: /\.meta$/,
    field: /^fileFormatVersion$/,
    why: "fileFormatVersion tells Unity how to read the file",
    instead: "Reimport the asset in Unity, which writes this field itself",
  },
  {
    file: /(?:^|[\\/])ProjectVersion\.txt$/,
    field: /^/,
    why: "this file records which Unity version saved the project",
    instead: "Open the project in the Unity version that you want: it upgrades the assets and writes this file",
  },
  {
    file: /^/,
    field: /^m_Script$/,
    why: "m_Script sets the class of the document, and its other fields belong to that class",
    instead: "Remove the component and add one of the other class; for an asset, create a new one with from",
  },
  {
    file: /^/,
    field: /(?:^|\.)serializedVersion$/,
    why: "serializedVersion records the format in which Unity wrote the values",
    instead: "Save the asset in the Unity version that you want, which writes this field itself",
  },
];

export function refuseIdentity(path: string, field: string): void {
  const found = IDENTITY.find((each) => each.file.test(path) && each.field.test(field));
  if (found) throw refusedEdit(found.why, found.instead);
}
