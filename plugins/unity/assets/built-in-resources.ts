/** Lists the meshes, materials, sprites, fonts and shaders that are built into Unity. Their ids are the same in every project. */

const DEFAULT = "0000000000000000e000000000000000";
const EXTRA = "0000000000000000f000000000000000";

/** Each file has the class, the guid, and then pairs of `id name`. */
const TABLE: readonly [type: string, guid: string, names: string][] = [
  ["Mesh", DEFAULT, "10202 Cube, 10206 Cylinder, 10207 Sphere, 10208 Capsule, 10209 Plane, 10210 Quad"],
  ["Font", DEFAULT, "10102 LegacyRuntime"],
  [
    "Material",
    EXTRA,
    "10301 Default-Particle, 10303 Default-Material, 10304 Default-Skybox, 10306 Default-Line, 10308 Default-ParticleSystem, 10754 Sprites-Default",
  ],
  [
    "Sprite",
    EXTRA,
    "10901 Checkmark, 10905 UISprite, 10907 Background, 10911 InputFieldBackground, 10913 Knob, 10915 DropdownArrow, 10917 UIMask",
  ],
  [
    "Shader",
    EXTRA,
    "45 Standard (Specular setup), 46 Standard, 103 Skybox/Cubemap, 104 Skybox/6 Sided, 106 Skybox/Procedural, 10750 Unlit/Transparent, 10751 Unlit/Transparent Cutout, 10752 Unlit/Texture, 10753 Sprites/Default, 10755 Unlit/Color, 10770 UI/Default",
  ],
];

export interface BuiltInResource {
  type: string;
  guid: string;
  fileId: string;
  name: string;
}

const ALL: readonly BuiltInResource[] = TABLE.flatMap(([type, guid, names]) =>
  names.split(", ").map((each) => {
    const [fileId = "", ...words] = each.split(" ");
    return { type, guid, fileId, name: words.join(" ") };
  }),
);

/** The comparison ignores case. */
export function builtInNamed(name: string, type: string): BuiltInResource | undefined {
  const low = name.toLowerCase();
  return ALL.find((each) => each.type === type && each.name.toLowerCase() === low);
}

export function builtInNames(type: string): string[] {
  return ALL.flatMap((each) => (each.type === type ? each.name : []));
}

export function builtInObject(guid: string, fileId: string): BuiltInResource | undefined {
  return ALL.find((each) => each.guid === guid && each.fileId === fileId);
}
