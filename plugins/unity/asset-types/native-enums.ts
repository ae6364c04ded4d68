/** Lists the enums that the fields of built-in components use. */
import type { AssetObject } from "../assets/prefab-objects.ts";
import type { EnumMembers } from "./enum-members.ts";

/** Each line has the form `Class.field: Type member=number …`. A member without a number has the next one, and `*` marks flags. */
const TABLE = `
Rigidbody.m_Constraints: RigidbodyConstraints* None=0 FreezePositionX=2 FreezePositionY=4 FreezePositionZ=8 FreezePosition=14 FreezeRotationX=16 FreezeRotationY=32 FreezeRotationZ=64 FreezeRotation=112 FreezeAll=126
Rigidbody.m_Interpolate: RigidbodyInterpolation None Interpolate Extrapolate
Rigidbody.m_CollisionDetection: CollisionDetectionMode Discrete Continuous ContinuousDynamic ContinuousSpeculative
Rigidbody2D.m_Constraints: RigidbodyConstraints2D* None=0 FreezePositionX=1 FreezePositionY=2 FreezePosition=3 FreezeRotation=4 FreezeAll=7
Rigidbody2D.m_BodyType: RigidbodyType2D Dynamic Kinematic Static
Rigidbody2D.m_Interpolate: RigidbodyInterpolation2D None Interpolate Extrapolate
Rigidbody2D.m_CollisionDetection: CollisionDetectionMode2D Discrete Continuous
Rigidbody2D.m_SleepingMode: RigidbodySleepMode2D NeverSleep StartAwake StartAsleep
CapsuleCollider.m_Direction: Axis X Y Z
CapsuleCollider2D.m_Direction: CapsuleDirection2D Vertical Horizontal
Light.m_Type: LightType Spot Directional Point Rectangle Disc Pyramid Box Tube
Light.m_RenderMode: LightRenderMode Auto ForcePixel ForceVertex
Light.m_Shadows.m_Type: LightShadows None Hard Soft
Camera.m_ClearFlags: CameraClearFlags Skybox=1 SolidColor=2 Color=2 Depth=3 Nothing=4
Renderer.m_CastShadows: ShadowCastingMode Off On TwoSided ShadowsOnly
Renderer.m_LightProbeUsage: LightProbeUsage Off=0 BlendProbes=1 UseProxyVolume=2 CustomProvided=4
Renderer.m_ReflectionProbeUsage: ReflectionProbeUsage Off BlendProbes BlendProbesAndSkybox Simple
Renderer.m_MotionVectors: MotionVectorGenerationMode Camera Object ForceNoMotion
SpriteRenderer.m_DrawMode: SpriteDrawMode Simple Sliced Tiled
SpriteRenderer.m_MaskInteraction: SpriteMaskInteraction None VisibleInsideMask VisibleOutsideMask
SpriteRenderer.m_SpriteSortPoint: SpriteSortPoint Center Pivot
LineRenderer.m_Alignment: LineAlignment View TransformZ
Animator.m_CullingMode: AnimatorCullingMode AlwaysAnimate CullUpdateTransforms CullCompletely
Animator.m_UpdateMode: AnimatorUpdateMode Normal Fixed UnscaledTime
Animation.m_WrapMode: WrapMode Default=0 Once=1 Loop=2 PingPong=4 ClampForever=8
Canvas.m_RenderMode: RenderMode ScreenSpaceOverlay ScreenSpaceCamera WorldSpace
Canvas.m_AdditionalShaderChannelsFlag: AdditionalCanvasShaderChannels* None=0 TexCoord1=1 TexCoord2=2 TexCoord3=4 Normal=8 Tangent=16
AudioSource.rolloffMode: AudioRolloffMode Logarithmic Linear Custom
ReflectionProbe.m_Mode: ReflectionProbeMode Baked Realtime Custom
NavMeshObstacle.m_Shape: NavMeshObstacleShape Capsule Box
NavMeshAgent.m_ObstacleAvoidanceType: ObstacleAvoidanceType NoObstacleAvoidance LowQuality MedQuality GoodQuality HighQuality
LODGroup.m_FadeMode: LODFadeMode None CrossFade SpeedTree
GameObject.m_StaticEditorFlags: StaticEditorFlags* ContributeGI=1 LightmapStatic=1 OccluderStatic=2 BatchingStatic=4 NavigationStatic=8 OccludeeStatic=16 OffMeshLinkGeneration=32 ReflectionProbeStatic=64 Nothing=0 Everything=4294967295
`;

interface NativeEnum {
  type: string;
  members: EnumMembers;
}

const ENUMS: ReadonlyMap<string, NativeEnum> = new Map(
  TABLE.trim()
    .split("\n")
    .map((line): [string, NativeEnum] => {
      const [key = "", written = ""] = line.split(": ");
      const [type = "", ...parts] = written.split(" ");
      const byName = new Map<string, number>();
      for (const [at, part] of parts.entries()) {
        const [name = "", number] = part.split("=");
        byName.set(name, number === undefined ? at : Number(number));
      }
      return [key, { type: type.replace("*", ""), members: { byName, isFlags: type.endsWith("*"), isWhole: true } }];
    }),
);

export function nativeEnum({ type }: Pick<AssetObject, "type">, field: string): NativeEnum | undefined {
  return ENUMS.get(`${type}.${field}`) ?? (/Renderer$/.test(type) ? ENUMS.get(`Renderer.${field}`) : undefined);
}
