/** Lists the types of built-in fields for which the type can't be seen from the value. */
import type { AssetObject } from "../assets/prefab-objects.ts";

/** The keys are fields, or `Component.field` if the name of the field is used by several components. */
const REFERENCES: Readonly<Record<string, string>> = {
  m_Mesh: "Mesh",
  m_AdditionalVertexStreams: "Mesh",
  m_Materials: "Material",
  m_Sprite: "Sprite",
  m_Camera: "Camera",
  m_ConnectedBody: "Rigidbody",
  m_ProbeAnchor: "Transform",
  m_RootBone: "Transform",
  m_Bones: "Transform",
  m_StaticBatchRoot: "Transform",
  m_LightProbeVolumeOverride: "GameObject",
  m_audioClip: "AudioClip",
  m_AudioClip: "AudioClip",
  OutputAudioMixerGroup: "AudioMixerGroup",
  m_Avatar: "Avatar",
  m_TargetTexture: "RenderTexture",
  m_Cookie: "Texture",
  m_Flare: "Flare",
  m_Shader: "Shader",
  m_Texture: "Texture",
  m_Animation: "AnimationClip",
  m_Animations: "AnimationClip",
  m_Motion: "Motion",
  m_SkyboxMaterial: "Material",
  m_Sun: "Light",
  m_SpotCookie: "Texture",
  m_CustomReflection: "Texture",
  m_TerrainData: "TerrainData",
  m_Font: "Font",
  m_Template: "RectTransform",
  m_Content: "RectTransform",
  m_Viewport: "RectTransform",
  m_FillRect: "RectTransform",
  m_HandleRect: "RectTransform",
  "Animator.m_Controller": "RuntimeAnimatorController",
  "Material.m_Parent": "Material",
};

const OF_2D = /2D$/;

/**
 * Returns the expected class, or "" if it isn't known. The component is needed because a script may have an unrelated field
 * with the same name.
 */
export function nativeReference({ type }: Pick<AssetObject, "type">, field: string): string {
  const name =
    field
      .replace(/\[[^\]]*\]$/, "")
      .split(".")
      .at(-1) ?? "";
  if (name === "m_Material") {
    if (type === "Rigidbody2D" || /Collider2D$/.test(type)) return "PhysicsMaterial2D";
    if (/Collider$|^CharacterController$/.test(type)) return "PhysicMaterial";
    return type === "MonoBehaviour" ? "Material" : "";
  }
  if (name === "m_ConnectedBody" && type === "ArticulationBody") return "";
  const found = REFERENCES[`${type}.${name}`] ?? REFERENCES[name] ?? "";
  return name === "m_ConnectedBody" || name === "m_ConnectedRigidBody"
    ? OF_2D.test(type)
      ? "Rigidbody2D"
      : found
    : found;
}

const VALUES: Readonly<Record<string, string>> = {
  "GameObject.m_IsActive": "bool",
  "GameObject.m_StaticEditorFlags": "uint",
  m_IsTrigger: "bool",
  m_UseGravity: "bool",
  m_IsKinematic: "bool",
  m_SortingOrder: "short",
  m_CullTransparentMesh: "bool",
  m_FlipX: "bool",
  m_FlipY: "bool",
  m_Loop: "bool",
  m_PlayOnAwake: "bool",
};

/** Returns "" if the type isn't known. */
export function nativeValue({ type }: Pick<AssetObject, "type">, field: string): string {
  if (field === "m_Enabled") return "bool";
  if (type === "MonoBehaviour") return "";
  return VALUES[`${type}.${field}`] ?? VALUES[field] ?? "";
}

/** Returns the allowed range of a field if it is smaller than that of its type. */
export function nativeRange(
  { type }: Pick<AssetObject, "type">,
  field: string,
): [least: number, most: number] | undefined {
  return type === "GameObject" && field === "m_Layer" ? [0, 31] : undefined;
}
