/**
 * Contains templates for new components. The fields are written in a form that every version of Unity since 2018 can read and
 * upgrade.
 */
import { componentEntry, type WritingStyle } from "./flow-format.ts";

interface Template {
  classId: number;
  /** The lines that follow `m_GameObject`, without indentation. */
  fields: readonly string[];
}

const ENABLED = "m_Enabled: 1";
const NO_MATERIAL = "m_Material: {fileID: 0}";
const COLLIDER = [NO_MATERIAL, "m_IsTrigger: 0", ENABLED];
const CENTER = "m_Center: {x: 0, y: 0, z: 0}";
const COLLIDER_2D = [
  ENABLED,
  "m_Density: 1",
  NO_MATERIAL,
  "m_IsTrigger: 0",
  "m_UsedByEffector: 0",
  "m_UsedByComposite: 0",
  "m_Offset: {x: 0, y: 0}",
];

const RENDERER = [
  ENABLED,
  "m_CastShadows: 1",
  "m_ReceiveShadows: 1",
  "m_DynamicOccludee: 1",
  "m_MotionVectors: 1",
  "m_LightProbeUsage: 1",
  "m_ReflectionProbeUsage: 1",
  "m_RenderingLayerMask: 1",
  "m_RendererPriority: 0",
  "m_Materials:",
  "- {fileID: 0}",
  "m_StaticBatchInfo:",
  "  firstSubMesh: 0",
  "  subMeshCount: 0",
  "m_StaticBatchRoot: {fileID: 0}",
  "m_ProbeAnchor: {fileID: 0}",
  "m_LightProbeVolumeOverride: {fileID: 0}",
  "m_ScaleInLightmap: 1",
  "m_PreserveUVs: 0",
  "m_IgnoreNormalsForChartDetection: 0",
  "m_ImportantGI: 0",
  "m_StitchLightmapSeams: 1",
  "m_SelectedEditorRenderState: 3",
  "m_MinimumChartSize: 4",
  "m_AutoUVMaxDistance: 0.5",
  "m_AutoUVMaxAngle: 89",
  "m_LightmapParameters: {fileID: 0}",
  "m_SortingLayerID: 0",
  "m_SortingLayer: 0",
  "m_SortingOrder: 0",
];

const TEMPLATES: Readonly<Record<string, Template>> = {
  AudioListener: { classId: 81, fields: [ENABLED] },
  Animator: {
    classId: 95,
    fields: [
      ENABLED,
      "m_Avatar: {fileID: 0}",
      "m_Controller: {fileID: 0}",
      "m_CullingMode: 0",
      "m_UpdateMode: 0",
      "m_ApplyRootMotion: 0",
      "m_LinearVelocityBlending: 0",
      "m_WarningMessage: ",
      "m_HasTransformHierarchy: 1",
      "m_AllowConstantClipSamplingOptimization: 1",
    ],
  },
  BoxCollider: { classId: 65, fields: [...COLLIDER, "serializedVersion: 2", "m_Size: {x: 1, y: 1, z: 1}", CENTER] },
  BoxCollider2D: {
    classId: 61,
    fields: [
      ...COLLIDER_2D,
      "m_SpriteTilingProperty:",
      "  border: {x: 0, y: 0, z: 0, w: 0}",
      "  pivot: {x: 0, y: 0}",
      "  oldSize: {x: 0, y: 0}",
      "  newSize: {x: 0, y: 0}",
      "  adaptiveTilingThreshold: 0",
      "  drawMode: 0",
      "  adaptiveTiling: 0",
      "m_AutoTiling: 0",
      "serializedVersion: 2",
      "m_Size: {x: 1, y: 1}",
      "m_EdgeRadius: 0",
    ],
  },
  Camera: {
    classId: 20,
    fields: [
      ENABLED,
      "serializedVersion: 2",
      "m_ClearFlags: 1",
      "m_BackGroundColor: {r: 0.19215687, g: 0.3019608, b: 0.4745098, a: 0}",
      "m_projectionMatrixMode: 1",
      "m_SensorSize: {x: 36, y: 24}",
      "m_LensShift: {x: 0, y: 0}",
      "m_GateFitMode: 2",
      "m_FocalLength: 50",
      "m_NormalizedViewPortRect:",
      "  serializedVersion: 2",
      "  x: 0",
      "  y: 0",
      "  width: 1",
      "  height: 1",
      "near clip plane: 0.3",
      "far clip plane: 1000",
      "field of view: 60",
      "orthographic: 0",
      "orthographic size: 5",
      "m_Depth: 0",
      "m_CullingMask:",
      "  serializedVersion: 2",
      "  m_Bits: 4294967295",
      "m_RenderingPath: -1",
      "m_TargetTexture: {fileID: 0}",
      "m_TargetDisplay: 0",
      "m_TargetEye: 3",
      "m_HDR: 1",
      "m_AllowMSAA: 1",
      "m_AllowDynamicResolution: 0",
      "m_ForceIntoRT: 0",
      "m_OcclusionCulling: 1",
      "m_StereoConvergence: 10",
      "m_StereoSeparation: 0.022",
    ],
  },
  Canvas: {
    classId: 223,
    fields: [
      ENABLED,
      "serializedVersion: 3",
      "m_RenderMode: 0",
      "m_Camera: {fileID: 0}",
      "m_PlaneDistance: 100",
      "m_PixelPerfect: 0",
      "m_ReceivesEvents: 1",
      "m_OverrideSorting: 0",
      "m_OverridePixelPerfect: 0",
      "m_SortingBucketNormalizedSize: 0",
      "m_AdditionalShaderChannelsFlag: 0",
      "m_SortingLayerID: 0",
      "m_SortingOrder: 0",
      "m_TargetDisplay: 0",
    ],
  },
  CanvasGroup: {
    classId: 225,
    fields: [ENABLED, "m_Alpha: 1", "m_Interactable: 1", "m_BlocksRaycasts: 1", "m_IgnoreParentGroups: 0"],
  },
  CanvasRenderer: { classId: 222, fields: ["m_CullTransparentMesh: 1"] },
  CapsuleCollider: {
    classId: 136,
    fields: [...COLLIDER, "m_Radius: 0.5", "m_Height: 2", "m_Direction: 1", CENTER],
  },
  CharacterController: {
    classId: 143,
    fields: [
      ...COLLIDER,
      "serializedVersion: 2",
      "m_Height: 2",
      "m_Radius: 0.5",
      "m_SlopeLimit: 45",
      "m_StepOffset: 0.3",
      "m_SkinWidth: 0.08",
      "m_MinMoveDistance: 0.001",
      CENTER,
    ],
  },
  CircleCollider2D: { classId: 58, fields: [...COLLIDER_2D, "serializedVersion: 2", "m_Radius: 0.5"] },
  MeshCollider: {
    classId: 64,
    fields: [...COLLIDER, "serializedVersion: 3", "m_Convex: 0", "m_CookingOptions: 30", "m_Mesh: {fileID: 0}"],
  },
  MeshFilter: { classId: 33, fields: ["m_Mesh: {fileID: 0}"] },
  MeshRenderer: { classId: 23, fields: RENDERER },
  Rigidbody: {
    classId: 54,
    fields: [
      "serializedVersion: 2",
      "m_Mass: 1",
      "m_Drag: 0",
      "m_AngularDrag: 0.05",
      "m_UseGravity: 1",
      "m_IsKinematic: 0",
      "m_Interpolate: 0",
      "m_Constraints: 0",
      "m_CollisionDetection: 0",
    ],
  },
  Rigidbody2D: {
    classId: 50,
    fields: [
      "serializedVersion: 4",
      "m_BodyType: 0",
      "m_Simulated: 1",
      "m_UseFullKinematicContacts: 0",
      "m_UseAutoMass: 0",
      "m_Mass: 1",
      "m_LinearDrag: 0",
      "m_AngularDrag: 0.05",
      "m_GravityScale: 1",
      "m_Material: {fileID: 0}",
      "m_Interpolate: 0",
      "m_SleepingMode: 1",
      "m_CollisionDetection: 0",
      "m_Constraints: 0",
    ],
  },
  SphereCollider: { classId: 135, fields: [...COLLIDER, "serializedVersion: 2", "m_Radius: 0.5", CENTER] },
  SpriteRenderer: {
    classId: 212,
    fields: [
      ...RENDERER,
      "m_Sprite: {fileID: 0}",
      "m_Color: {r: 1, g: 1, b: 1, a: 1}",
      "m_FlipX: 0",
      "m_FlipY: 0",
      "m_DrawMode: 0",
      "m_Size: {x: 1, y: 1}",
      "m_AdaptiveModeThreshold: 0.5",
      "m_SpriteTileMode: 0",
      "m_WasSpriteAssigned: 0",
      "m_MaskInteraction: 0",
      "m_SpriteSortPoint: 0",
    ],
  },
};

export const TEMPLATE_NAMES: readonly string[] = Object.keys(TEMPLATES);

const OWN = ["m_ObjectHideFlags: 0", "m_CorrespondingSourceObject: {fileID: 0}", "m_PrefabInstance: {fileID: 0}"];
const HEAD = [...OWN, "m_PrefabAsset: {fileID: 0}"];

function documentOf(classId: number, id: string, type: string, lines: readonly string[]): string {
  return `--- !u!${classId} &${id}\n${type}:\n${[...HEAD, ...lines].map((line) => `  ${line}\n`).join("")}`;
}

/** Supports built-in types only, and returns undefined if we don't have a template for the type. */
export function nativeComponent(type: string, id: string, owner: string): string | undefined {
  const name = TEMPLATE_NAMES.find((each) => each.toLowerCase() === type.toLowerCase());
  const template = name === undefined ? undefined : TEMPLATES[name];
  if (name === undefined || !template) return undefined;
  return documentOf(template.classId, id, name, [`m_GameObject: {fileID: ${owner}}`, ...template.fields]);
}

/**
 * Returns a script component, or a ScriptableObject asset if the owner is "0". The script's fields are left out because Unity
 * fills in their defaults.
 */
export function scriptObject(id: string, owner: string, guid: string, name = ""): string {
  return documentOf(114, id, "MonoBehaviour", [
    `m_GameObject: {fileID: ${owner}}`,
    ENABLED,
    "m_EditorHideFlags: 0",
    `m_Script: {fileID: 11500000, guid: ${guid}, type: 3}`,
    `m_Name: ${name}`,
    "m_EditorClassIdentifier: ",
  ]);
}

export interface NewObject {
  id: string;
  transform: string;
  /** The name in the form in which it is written to YAML. */
  name: string;
  father: string;
  layer: string;
  isRect: boolean;
  style: Pick<WritingStyle, "namesClasses">;
  /** The index among the siblings, which is only written before Unity 2022. */
  rootOrder: number | undefined;
}

export function gameObject({ id, transform, name, father, layer, isRect, rootOrder, style }: NewObject): string {
  const object = documentOf(1, id, "GameObject", [
    "serializedVersion: 6",
    "m_Component:",
    `- ${componentEntry(isRect ? 224 : 4, transform, style)}`,
    `m_Layer: ${layer}`,
    `m_Name: ${name}`,
    "m_TagString: Untagged",
    "m_Icon: {fileID: 0}",
    "m_NavMeshLayer: 0",
    "m_StaticEditorFlags: 0",
    "m_IsActive: 1",
  ]);
  const rect = [
    "m_AnchorMin: {x: 0.5, y: 0.5}",
    "m_AnchorMax: {x: 0.5, y: 0.5}",
    "m_AnchoredPosition: {x: 0, y: 0}",
    "m_SizeDelta: {x: 100, y: 100}",
    "m_Pivot: {x: 0.5, y: 0.5}",
  ];
  const place = documentOf(isRect ? 224 : 4, transform, isRect ? "RectTransform" : "Transform", [
    `m_GameObject: {fileID: ${id}}`,
    "m_LocalRotation: {x: 0, y: 0, z: 0, w: 1}",
    "m_LocalPosition: {x: 0, y: 0, z: 0}",
    "m_LocalScale: {x: 1, y: 1, z: 1}",
    "m_Children: []",
    `m_Father: {fileID: ${father}}`,
    ...(rootOrder === undefined ? [] : [`m_RootOrder: ${rootOrder}`]),
    "m_LocalEulerAnglesHint: {x: 0, y: 0, z: 0}",
    ...(isRect ? rect : []),
  ]);
  return object + place;
}
