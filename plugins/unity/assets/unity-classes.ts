/** Contains the ids and the inheritance of the classes that are built into Unity. */

/** Each line has a class and its derived classes. Only classes that occur in documents have an id. */
const CLASSES = `
Object: GameObject=1 Component=2 Material=21 Texture Mesh=43 Shader=48 TextAsset=49 ComputeShader=72 AudioClip=83 Avatar=90 RuntimeAnimatorController Motion Flare=121 Font=128 PhysicMaterial=134 PhysicsMaterial2D=62 TerrainData=156 TerrainLayer=1953259897 Sprite=213 SpriteAtlas=687078895 AudioMixer AudioMixerGroup AudioMixerSnapshot LightProbes=258 LightingSettings=850595691 LightmapParameters=1113 NavMeshData=238 OcclusionCullingData=363 RenderSettings=104 LightmapSettings=157 NavMeshSettings=196 OcclusionCullingSettings=29 SceneRoots=1660057539 AvatarMask=319 AnimatorState=1102 AnimatorStateMachine=1107 AnimatorTransitionBase VideoClip=329 SceneAsset=1032 PrefabInstance=1001 ScriptableObject VisualEffectAsset=2058629509 ShaderVariantCollection=200 BillboardAsset=226
Component: Transform=4 Behaviour Renderer=25 Collider Rigidbody=54 Rigidbody2D=50 MeshFilter=33 Joint TextMesh=102 ParticleSystem=198 CanvasRenderer=222 LODGroup=205 OcclusionArea=192 OcclusionPortal=41 Cloth=183 Tree=193 WindZone=182
Transform: RectTransform=224
Behaviour: MonoBehaviour=114 Animation=111 Animator=95 AudioListener=81 AudioSource=82 AudioReverbZone=167 AudioLowPassFilter=169 AudioHighPassFilter=165 AudioEchoFilter=168 AudioChorusFilter=166 AudioDistortionFilter=170 AudioReverbFilter=164 Camera=20 Canvas=223 CanvasGroup=225 Light=108 FlareLayer=124 LensFlare=123 Halo=122 Projector=119 Skybox=45 Terrain=218 NavMeshAgent=195 NavMeshObstacle=208 OffMeshLink=191 ReflectionProbe=215 LightProbeGroup=220 LightProbeProxyVolume=259 SortingGroup=210 Collider2D=53 Joint2D Effector2D PhysicsUpdateBehaviour2D ConstantForce=75 GridLayout VideoPlayer=328 PlayableDirector=320 PositionConstraint RotationConstraint ScaleConstraint ParentConstraint AimConstraint LookAtConstraint StreamingController=1542919678 VisualEffect=2083052967
GridLayout: Grid=156049354 Tilemap=1839735485
Renderer: MeshRenderer=23 SkinnedMeshRenderer=137 SpriteRenderer=212 ParticleSystemRenderer=199 LineRenderer=120 TrailRenderer=96 BillboardRenderer=227 TilemapRenderer=483693784 SpriteMask=331 SpriteShapeRenderer=1971053207 VFXRenderer=73398921
Collider: BoxCollider=65 SphereCollider=135 CapsuleCollider=136 MeshCollider=64 TerrainCollider=154 WheelCollider=146 CharacterController=143
Collider2D: BoxCollider2D=61 CircleCollider2D=58 PolygonCollider2D=60 EdgeCollider2D=68 CapsuleCollider2D=70 CompositeCollider2D=66 TilemapCollider2D=19719996 CustomCollider2D=155
Joint: HingeJoint=59 FixedJoint=138 SpringJoint=145 CharacterJoint=144 ConfigurableJoint=153
Joint2D: AnchoredJoint2D RelativeJoint2D=254 TargetJoint2D=255
AnchoredJoint2D: DistanceJoint2D=232 FixedJoint2D=253 FrictionJoint2D=256 HingeJoint2D=233 SliderJoint2D=234 SpringJoint2D=231 WheelJoint2D=235
Effector2D: AreaEffector2D=249 BuoyancyEffector2D=248 PlatformEffector2D=251 PointEffector2D=250 SurfaceEffector2D=252
PhysicsUpdateBehaviour2D: ConstantForce2D=247
Texture: Texture2D=28 Texture2DArray=187 Texture3D=117 Cubemap=89 CubemapArray=188 RenderTexture=84 SparseTexture=171 WebCamTexture=158 MovieTexture=152
RenderTexture: CustomRenderTexture=86
TextAsset: MonoScript=115
RuntimeAnimatorController: AnimatorController=91 AnimatorOverrideController=221
Motion: AnimationClip=74 BlendTree=206
AudioMixer: AudioMixerController=241
AudioMixerGroup: AudioMixerGroupController=243
AudioMixerSnapshot: AudioMixerSnapshotController=245
AnimatorTransitionBase: AnimatorStateTransition=1101 AnimatorTransition=1109
ScriptableObject: StateMachineBehaviour PlayableAsset TileBase EditorWindow
PlayableAsset: TimelineAsset TrackAsset
TileBase: Tile
MonoBehaviour: NetworkBehaviour UIBehaviour
`;

interface UnityClass {
  name: string;
  base: string;
  id: number | undefined;
}

const TABLE: readonly UnityClass[] = CLASSES.trim()
  .split("\n")
  .flatMap((line) => {
    const [base = "", derived = ""] = line.split(": ");
    return derived.split(" ").map((each) => {
      const [name = "", id] = each.split("=");
      return { name, base, id: id === undefined ? undefined : Number(id) };
    });
  });

const BASES: Readonly<Record<string, string>> = Object.fromEntries(TABLE.map(({ name, base }) => [name, base]));

/** Classes that were renamed, and names that are only used inside the Editor. */
const SYNONYMS: Readonly<Record<string, string>> = {
  PhysicsMaterial: "PhysicMaterial",
  DefaultAsset: "Object",
  AudioResource: "AudioClip",
};

export function unityClass(name: string): string {
  return SYNONYMS[name] ?? name;
}

export function isUnityClass(name: string): boolean {
  return name === "Object" || Object.hasOwn(BASES, unityClass(name));
}

/** Starts with the class itself and ends with Object. The list is empty if the class isn't known. */
export function unityAncestors(name: string): string[] {
  const chain: string[] = [];
  for (let at: string | undefined = unityClass(name); at !== undefined && isUnityClass(at); at = BASES[at])
    chain.push(at);
  return chain;
}

/** A class without an id can only occur through its derived classes. */
export function isAbstractClass(name: string): boolean {
  const found = TABLE.find((each) => each.name === unityClass(name));
  return found !== undefined && found.id === undefined;
}

/** Returns "" if the id isn't known. */
export function classOfId(id: number): string {
  return TABLE.find((each) => each.id === id)?.name ?? "";
}
