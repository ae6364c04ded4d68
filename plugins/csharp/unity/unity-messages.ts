/** Lists the messages that Unity calls by name, with their classes and parameters. */

interface Message {
  name: string;
  /** The types of the parameters. */
  parameters: string[];
  /** True if the message also works without parameters. */
  isShort: boolean;
}

/** The plain `Name` takes no parameters. `Name(A,B)` takes either these or none, and `Name!(A,B)` takes exactly these. */
const ENABLED = "Awake OnEnable OnDisable OnDestroy OnValidate Reset";
const WRITTEN: Readonly<Record<string, string>> = {
  MonoBehaviour:
    `${ENABLED} Start Update LateUpdate FixedUpdate OnGUI OnApplicationFocus(bool) OnApplicationPause(bool) OnApplicationQuit ` +
    "OnBecameVisible OnBecameInvisible OnPreCull OnPreRender OnPostRender OnRenderObject OnWillRenderObject OnRenderImage!(RenderTexture,RenderTexture) " +
    "OnDrawGizmos OnDrawGizmosSelected OnCollisionEnter(Collision) OnCollisionStay(Collision) OnCollisionExit(Collision) " +
    "OnCollisionEnter2D(Collision2D) OnCollisionStay2D(Collision2D) OnCollisionExit2D(Collision2D) OnTriggerEnter(Collider) OnTriggerStay(Collider) " +
    "OnTriggerExit(Collider) OnTriggerEnter2D(Collider2D) OnTriggerStay2D(Collider2D) OnTriggerExit2D(Collider2D) " +
    "OnControllerColliderHit(ControllerColliderHit) OnJointBreak(float) OnJointBreak2D(Joint2D) OnParticleCollision(GameObject) OnParticleTrigger " +
    "OnParticleSystemStopped OnParticleUpdateJobScheduled(ParticleSystemJobData) OnMouseDown OnMouseUp OnMouseUpAsButton OnMouseDrag OnMouseEnter " +
    "OnMouseExit OnMouseOver OnTransformChildrenChanged OnTransformParentChanged OnBeforeTransformParentChanged OnRectTransformDimensionsChange " +
    "OnRectTransformRemoved OnCanvasGroupChanged OnCanvasHierarchyChanged OnDidApplyAnimationProperties OnAnimatorIK(int) OnAnimatorMove " +
    "OnAudioFilterRead!(float[],int) OnConnectedToServer OnDisconnectedFromServer(NetworkDisconnection) OnServerInitialized OnLevelWasLoaded(int)",
  ScriptableObject: ENABLED,
  Editor: "OnSceneGUI OnInspectorGUI OnHeaderGUI OnPreviewGUI!(Rect,GUIStyle) HasPreviewGUI CreateInspectorGUI",
  EditorWindow:
    "CreateGUI OnGUI Update OnFocus OnLostFocus OnHierarchyChange OnProjectChange OnSelectionChange OnInspectorUpdate ShowButton!(Rect) " +
    "ModifierKeysChanged OnBecameVisible OnBecameInvisible OnAddedAsTab OnBeforeRemovedAsTab OnTabDetached OnMainWindowMove OnDidOpenScene",
  ScriptableWizard: "OnWizardCreate OnWizardUpdate OnWizardOtherButton DrawWizardGUI",
  StateMachineBehaviour: [
    ...["Enter", "Exit", "Update", "Move", "IK"].flatMap((each) => [
      `OnState${each}!(Animator,AnimatorStateInfo,int)`,
      `OnState${each}!(Animator,AnimatorStateInfo,int,AnimatorControllerPlayable)`,
    ]),
    ...["Enter", "Exit"].flatMap((each) => [
      `OnStateMachine${each}!(Animator,int)`,
      `OnStateMachine${each}!(Animator,int,AnimatorControllerPlayable)`,
    ]),
  ].join(" "),
  PropertyDrawer:
    "OnGUI!(Rect,SerializedProperty,GUIContent) GetPropertyHeight!(SerializedProperty,GUIContent) CreatePropertyGUI!(SerializedProperty) CanCacheInspectorGUI!(SerializedProperty)",
  DecoratorDrawer: "OnGUI!(Rect) GetHeight CreatePropertyGUI CanCacheInspectorGUI",
  ScriptedImporter: "OnImportAsset!(AssetImportContext)",
  AssetPostprocessor:
    "OnPreprocessAsset OnPreprocessTexture OnPreprocessModel OnPreprocessAudio OnPreprocessAnimation OnPreprocessSpeedTree OnPreprocessCameraDescription!(CameraDescription) " +
    "OnPreprocessLightDescription!(LightDescription,Light,AnimationClip[]) OnPreprocessMaterialDescription!(MaterialDescription,Material,AnimationClip[]) " +
    "OnPostprocessTexture!(Texture2D) OnPostprocessTexture2DArray!(Texture2DArray) OnPostprocessTexture3D!(Texture3D) OnPostprocessCubemap!(Cubemap) " +
    "OnPostprocessSprites!(Texture2D,Sprite[]) OnPostprocessModel!(GameObject) OnPostprocessAudio!(AudioClip) OnPostprocessMaterial!(Material) " +
    "OnPostprocessAnimation!(GameObject,AnimationClip) OnPostprocessPrefab!(GameObject) OnPostprocessSpeedTree!(GameObject) OnPostprocessMeshHierarchy!(GameObject) " +
    "OnPostprocessAssetbundleNameChanged!(string,string,string) OnPostprocessGameObjectWithUserProperties!(GameObject,string[],object[]) " +
    "OnPostprocessGameObjectWithAnimatedUserProperties!(GameObject,EditorCurveBinding[]) OnAssignMaterialModel!(Material,Renderer)",
};
/** The messages that must be static, in the same notation. */
const STATIC: Readonly<Record<string, string>> = {
  AssetPostprocessor:
    "OnPostprocessAllAssets!(string[],string[],string[],string[]) OnPostprocessAllAssets!(string[],string[],string[],string[],bool) " +
    "OnGeneratedSlnSolution!(string,string) OnGeneratedCSProject!(string,string) OnGeneratedCSProjectFiles OnPreGeneratingCSProjectFiles",
  AssetModificationProcessor:
    "OnWillCreateAsset!(string) OnWillDeleteAsset!(string,RemoveAssetOptions) OnWillMoveAsset!(string,string) OnWillSaveAssets!(string[]) " +
    "CanOpenForEdit!(string[],List<string>,StatusQueryOptions) IsOpenForEdit!(string[],List<string>,StatusQueryOptions) MakeEditable!(string[],string,List<string>) " +
    "FileModeChanged!(string[],FileMode)",
};

/**
 * Returns true if Unity calls the method, given these engine bases.
 * @param parameters - types as written in the source
 */
export function isMessage(
  bases: ReadonlySet<string>,
  name: string,
  parameters: readonly string[],
  isStatic: boolean,
): boolean {
  const written = isStatic ? STATIC : WRITTEN;
  for (const base of bases) {
    if (!Object.hasOwn(written, base)) continue;
    for (const message of (written[base] ?? "").split(" ").map(parse)) {
      if (message.name !== name) continue;
      if (parameters.length === 0 && message.isShort) return true;
      if (
        parameters.length === message.parameters.length &&
        parameters.every((type, at) => simple(type) === message.parameters[at])
      )
        return true;
    }
  }
  return false;
}

/** Checks whether any class has a Unity message with this name. */
export function isAnyMessage(name: string): boolean {
  const all = [...Object.values(WRITTEN), ...Object.values(STATIC)];
  return all.some((list) => list.split(" ").some((message) => parse(message).name === name));
}

function parse(written: string): Message {
  const [, name = "", whole, list] = /^(\w+)(!?)(?:\((.*)\))?$/.exec(written) ?? [];
  return { name, parameters: list ? list.split(",") : [], isShort: whole === "" };
}

/** Shortens types, for example `UnityEngine.Collision` to `Collision` and `System.Boolean` to `bool`. */
function simple(type: string): string {
  const plain = type
    .replace(/\s+/g, "")
    .replace(/\?$/, "")
    .replace(/(?:[\w@]+(?:\.|::))+/g, "");
  return KEYWORDS[plain] ?? plain;
}

const KEYWORDS: Readonly<Record<string, string | undefined>> = {
  Boolean: "bool",
  Int32: "int",
  Single: "float",
  String: "string",
  "String[]": "string[]",
  "Single[]": "float[]",
};
