/**
 * Compound questions on two public projects, with their truth: read out of the files with grep before jig was asked. A part of the
 * truth is a file (or "") and what one line of the answer below that file must hold.
 */
export interface CompoundQuestion {
  project: "jabbawalden+Tega" | "EpiKnightz+BowlingVSZombie";
  question: string;
  /** Third-look J asked one of the same kind. */
  isOfJ: boolean;
  calls: [tool: string, input: object][];
  truth: [file: string, ...parts: string[]][];
  /** Words that must not be in the answer. */
  not?: string[];
}

const TEGA = "jabbawalden+Tega";
const BOWLING = "EpiKnightz+BowlingVSZombie";

/** The lines of one file. */
function at(file: string, ...lines: number[]): [string, string][] {
  return lines.map((line) => [file, `${line}:`]);
}

const UNUSED = "used by no script";

export const COMPOUND_QUESTIONS: CompoundQuestion[] = [
  {
    project: TEGA,
    isOfJ: true,
    question: "All subclasses of AAIAttackBaseActor: what does each override, and from which base?",
    calls: [["getClassHierarchy", { name: "AAIAttackBaseActor", includeOverrides: true }]],
    truth: ["Follow", "Missile", "MovingBall"].flatMap((name): [string, ...string[]][] => [
      ["", `AAIProjectile${name}.BeginPlay`, "AAIAttackBaseActor/BeginPlay"],
      ["", `AAIProjectile${name}.Tick`, "AAIAttackBaseActor/Tick"],
      ["", `  AAIProjectile${name} `, `AIProjectile${name}.as:1-`],
    ]),
  },
  {
    project: TEGA,
    isOfJ: true,
    question: "Who raises OnAIDeath and OnEnemyManagerCallbackDeath, and which function of which class handles each?",
    calls: [
      [
        "findReferences",
        {
          names: ["UAIHealthComponent/OnAIDeath", "UAIHealthComponent/OnEnemyManagerCallbackDeath"],
          kinds: ["bind", "broadcast"],
        },
      ],
    ],
    truth: [
      ["AIHealthComponent.as", "27:", "broadcast"],
      ["AIHealthComponent.as", "28:", "broadcast"],
      ["AIBehaviourComponent.as", "48:", "UAIBehaviourComponent/OnDeath", ":91"],
      ["EnemyManager.as", "25:", "AEnemyManager/OnDeath", ":36"],
      ["EnemyExtractor.as", "24:", "AEnemyExtractor/OnDeath", ":34"],
      ["EnemyTurret.as", "26:", "AEnemyTurret/OnDeath", ":36"],
    ],
  },
  {
    project: TEGA,
    isOfJ: true,
    question: "Who writes Health of UAIHealthComponent, and who calls the methods that do?",
    calls: [
      ["findReferences", { name: "UAIHealthComponent/Health", kinds: ["write"] }],
      ["calls", { names: ["UAIHealthComponent/BeginPlay", "UAIHealthComponent/DealDamage"] }],
    ],
    truth: [...at("AIHealthComponent.as", 17, 23), ["", "AProjectileActor.TraceForTarget", "line 64"]],
    not: ["PlayerHealthComponent"],
  },
  {
    project: TEGA,
    isOfJ: true,
    question: "Which members of ASlotWeapon does no script use, and how often are the others used?",
    calls: [["getTypeMembers", { name: "ASlotWeapon", includeUses: true }]],
    truth: [
      ["", "SlotType ", "3 uses"],
      ["", "WeaponSettings", "2 uses"],
      ["", "InitiateWeapon(", "2 uses"],
      ["", "EnableWeapon(", "1 use"],
      ["", "DisableWeapon(", "2 uses"],
      ["", "FireAttack(", "3 uses"],
    ],
  },
  {
    project: TEGA,
    isOfJ: true,
    question: "Is this new text right: a subclass of ASlotWeapon that is no file yet?",
    calls: [
      [
        "diagnostics",
        {
          filePath: "Script/MainProject/SWLaser.as",
          content:
            "class ASWLaser : ASlotWeapon\n{\n    void FireAttak(FAimData AimData) override\n    {\n        EnableWeapon(5);\n        WeaponSlotComp = nullptr;\n        SlotTipe = EWeaponSlotType::Primary;\n        float Time = FVector(1.0);\n    }\n}\n",
        },
      ],
    ],
    truth: [
      ["", "3", "FireAttak"],
      ["", "5", "EnableWeapon"],
      ["", "7", "SlotType"],
      ["", "8", "FVector"],
    ],
  },
  {
    project: TEGA,
    isOfJ: false,
    question: "Which classes set EAIBehaviourCombatState values, where is each value read?",
    calls: [["findReferences", { names: ["EAIBehaviourCombatState/*", "UAIBehaviourComponent/CombatState"] }]],
    truth: [
      ...at("AIBehaviourComponent.as", 62, 71, 79),
      ...at("AIBehaviourCombatAttackModule.as", 20, 31),
      ...at("AIBehaviourCombatFacePlayerFreeModule.as", 21, 35),
      ...at("AIBehaviourCombatFacePlayerHorizontalModule.as", 21, 35),
      ...at("AIBehaviourCombatRecoveryModule.as", 10, 21),
      ...at("AIBehaviourCombatStunnedModule.as", 10, 21),
    ],
  },
  {
    project: TEGA,
    isOfJ: false,
    question: "What are the fields of FAIAttackTraceSettings, and where is each read?",
    calls: [["findReferences", { name: "FAIAttackTraceSettings/*", kinds: ["read"] }]],
    truth: at("AIAttackBaseActor.as", 84, 86, 92, 95),
  },
  {
    project: TEGA,
    isOfJ: false,
    question: "Who calls RunAttackTrace and UModule's Setup, and on which lines?",
    calls: [["calls", { names: ["AAIAttackBaseActor/RunAttackTrace", "UModule/Setup"] }]],
    truth: [
      ["", "AAIProjectileFollow.Tick", "line 62"],
      ["", "AAIProjectileMissile.Tick", "line 17"],
      ["", "AAIProjectileMovingBall.Tick", "line 18"],
      ["ModuleGameMode.as", "line 125"],
      ["PlayerPrimaryWeaponOneModule.as", "line 12"],
      ["AIBehaviourCombatAttackModule.as", "line 10"],
    ],
  },
  {
    project: TEGA,
    isOfJ: false,
    question: "What does Module.as declare, with lines?",
    calls: [["getTypeMembers", { name: "Script/ModuleBaseClasses/Module.as" }]],
    truth: [
      ["", "FModuleBlockData", "1"],
      ["", "FAttributeObject", "8"],
      ["", "EModuleUpdateGroup", "15"],
      ["", "class UModule", "35"],
      ["", "Setup()", "53"],
      ["", "CheckShouldDeactivate()", "91"],
      ["", "OnRemoved()", "150"],
    ],
  },
  {
    project: TEGA,
    isOfJ: false,
    question: "Which of UModule's hooks does each kind of combat module override?",
    calls: [["getClassHierarchy", { name: "UAIBehaviourCombatBaseModule", includeOverrides: true }]],
    truth: [
      ["", "UAIBehaviourCombatBaseModule.Setup", "UModule/Setup"],
      ["", "UAIBehaviourCombatFacePlayerHorizontalModule.Setup", "UAIBehaviourCombatBaseModule/Setup"],
      ["", "UAIBehaviourCombatFacePlayerFreeModule.Setup", "UAIBehaviourCombatBaseModule/Setup"],
      ["", "UAIBehaviourCombatAttackModule.Setup", "UAIBehaviourCombatBaseModule/Setup"],
    ],
  },
  {
    project: BOWLING,
    isOfJ: true,
    question: "All subclasses of UStatusComponent: what does each override, and from which base?",
    calls: [["getClassHierarchy", { name: "UStatusComponent", includeOverrides: true, maxSubBreadth: 20 }]],
    truth: [
      ["", "UDoTStatus.DoInitChildren", "UStatusComponent/DoInitChildren"],
      ["", "UDoTStatus.Tick", "UStatusComponent/Tick"],
      ["", "UDoTStatus.EndStatusEffect", "UStatusComponent/EndStatusEffect"],
      ["", "UBurnStatus.FindDamageSource", "UDoTStatus/FindDamageSource"],
      ["", "UBurnStatus.ActionPerInterval", "UDoTStatus/ActionPerInterval"],
      ["", "UPoisonStatus.FindDamageSource", "UDoTStatus/FindDamageSource"],
      ["", "UChillStatus.IsApplicable", "UStatusComponent/IsApplicable"],
      ["", "URuptureStatus.EndStatusEffect", "UStatusComponent/EndStatusEffect"],
      ["", "UVulnerableStatus.EndStatusEffect", "UStatusComponent/EndStatusEffect"],
      ["", "UMarkStatus "],
      ["", "USkillCooldownStatus.DoInitChildren", "UStatusComponent/DoInitChildren"],
    ],
  },
  {
    project: BOWLING,
    isOfJ: true,
    question: "Which functions are bound to the three events of UStatusComponent, with class and line?",
    calls: [
      [
        "findReferences",
        {
          names: ["EOnDurationChanged", "EOnStackChanged", "EOnEndStatusEffect"].map((n) => `UStatusComponent/${n}`),
          kinds: ["bind"],
        },
      ],
    ],
    truth: [
      ["UIStatusBar.as", "18:", "UUIStatusIcon/OnDurationChanged", ":41"],
      ["UIStatusBar.as", "19:", "UUIStatusIcon/OnStackChanged", ":57"],
      ["UIStatusBar.as", "20:", "UUIStatusIcon/OnEndStatusEffect", ":71"],
      ["UIStatusBar.as", "21:", "UUIStatusBar/RemoveStatus", ":32"],
    ],
  },
  {
    project: BOWLING,
    isOfJ: true,
    question: "Who changes InitTimes, and who calls the methods that do?",
    calls: [
      ["findReferences", { name: "UStatusComponent/InitTimes", kinds: ["write"] }],
      ["calls", { names: ["UStatusComponent/Stacking", "UStatusComponent/EndStatusEffect"] }],
    ],
    truth: [
      ...at("StatusComponent.as", 94, 102, 106, 111, 137),
      ["", "UStatusComponent.Init(", "line 68"],
      ["", "UStatusComponent.Tick", "line 128"],
      ["", "UDoTStatus.Tick", "line 51"],
      ["", "UChillStatus.DoInitChildren", "line 19"],
    ],
  },
  {
    project: BOWLING,
    isOfJ: true,
    question: "Where is EndStatusEffect bound to an event or unbound, though nobody calls it there?",
    calls: [["findReferences", { name: "UStatusComponent/EndStatusEffect", kinds: ["bind", "unbind"] }]],
    truth: [
      ["StatusManager.as", "88:", "bind"],
      ["FreezeStatus.as", "29:", "bind"],
      ["FreezeStatus.as", "59:", "unbind"],
    ],
    not: ["UIStatusBar.as"],
  },
  {
    project: BOWLING,
    isOfJ: true,
    question: "Who binds to, raises and unbinds EOnDeadCue, and which functions handle it?",
    calls: [
      [
        "findReferences",
        {
          name: "UDamageResponseComponent/EOnDeadCue",
          kinds: ["bind", "unbind", "broadcast", "mutatingCall", "call", "read"],
        },
      ],
    ],
    truth: [
      ["Survivor.as", "164:", "AHumanlite/DeadCue", ":172"],
      ["Obstacle.as", "43:", "AObstacle/DeadCue"],
      ["DamageResponseComponent.as", "189:", "broadcast"],
      ["DamageResponseComponent.as", "190:"],
      ["StatusManager.as", "88:", "EndStatusEffect"],
      ["ZombieBoss.as", "143:", "DeadCue"],
      ["Zombie.as", "108:", "AZombie/DeadCue"],
      ["Zombie.as", "402:", "AZombie/StopAttacking"],
      ["Zombie.as", "403:", "AZombie/RemoveTargetWhenDead"],
      ["Zombie.as", "541:", "unbind"],
    ],
  },
  {
    project: BOWLING,
    isOfJ: false,
    question: "Who calls FindAttrValue and GetAttrValue, on which lines?",
    calls: [["calls", { names: ["UStatusComponent/FindAttrValue", "UStatusComponent/GetAttrValue"] }]],
    truth: [
      ["ChillStatus.as", "line 15"],
      ["ChillStatus.as", "line 17"],
      ["AtkCooldownStatus.as", "line 10"],
      ["SkillCooldownStatus.as", "line 10"],
      ["PoisonStatus.as", "line 5"],
      ["ElementWeaknessStatus.as", "line 12"],
      ["RuptureStatus.as", "line 15"],
      ["AttackModStatus.as", "line 10"],
      ["BurnStatus.as", "line 6"],
      ["FreezeStatus.as", "line 60"],
      ["DoTStatus.as", "line 13"],
      ["DoTStatus.as", "line 28"],
      ["VulnerableStatus.as", "line 9"],
    ],
  },
  {
    project: BOWLING,
    isOfJ: false,
    question: "Which triggers override CanActivate and StopTrigger, and who calls the two?",
    calls: [
      ["findReferences", { names: ["UTrigger/CanActivate", "UTrigger/StopTrigger"], kinds: ["override", "call"] }],
    ],
    truth: [
      ["TriggerOnOverlap.as", "13:", "override"],
      ["TriggerOverlapMarkTarget.as", "32:", "override"],
      ["Ability.as", "59:", "call"],
      ["Ability.as", "86:", "call"],
      ["TriggerOnNoOfAttacks.as", "40:", "override"],
      ["TriggerOnOverlap.as", "23:", "override"],
      ["TriggerOnAttackCooldown.as", "46:", "override"],
      ["TriggerOnTimeLoop.as", "42:", "override"],
      ["TriggerOnTimeLoop.as", "45:", "call"],
      ["TriggerOnRageFull.as", "22:", "override"],
      ["TriggerOverlapMarkTarget.as", "45:", "override"],
    ],
  },
  {
    project: BOWLING,
    isOfJ: false,
    question: "Where is each value of EStackingRule used?",
    calls: [["findReferences", { name: "EStackingRule/*" }]],
    truth: [
      ...at("UIKeywordDescription.as", 54, 59, 64, 137, 138),
      ...at("StatusDT.as", 62),
      ...at("StatusComponent.as", 52, 90, 97, 105, 109),
    ],
  },
  {
    project: BOWLING,
    isOfJ: false,
    question: "What does UDoTStatus declare, which of it overrides, and what is used by nobody?",
    calls: [["getTypeMembers", { name: "UDoTStatus", includeUses: true }]],
    truth: [
      ["", "CurrentInterval", "6 uses"],
      ["", "FindDamageSource()", "1 use"],
      ["", "ActionPerInterval()", "1 use"],
      ["", "Tick(", "UStatusComponent/Tick"],
      ["", "EndStatusEffect()", "UStatusComponent/EndStatusEffect"],
      ["", "::GetOrCreate(", UNUSED],
    ],
  },
  {
    project: BOWLING,
    isOfJ: false,
    question: "What does URuptureStatus.EndStatusEffect call, and what does UFreezeStatus.EndStatusEffect?",
    calls: [
      ["calls", { names: ["URuptureStatus/EndStatusEffect", "UFreezeStatus/EndStatusEffect"], direction: "outgoing" }],
    ],
    truth: [
      ["", "EnableMovement"],
      ["", "ResumeAttack"],
      ["", "FindAttrValue"],
      ["", "UStatusComponent.EndStatusEffect"],
    ],
  },
  // Ten that were written after the tools had been mended for those above.
  {
    project: TEGA,
    isOfJ: true,
    question: "Who writes MoveSpeed of AAIAttackBaseActor, defaults of subclasses included?",
    calls: [["findReferences", { name: "AAIAttackBaseActor/MoveSpeed", kinds: ["write"] }]],
    truth: [
      ...at("AIAttackBaseActor.as", 65, 74),
      ...["Missile", "MovingBall", "Follow"].flatMap((name) => at(`AIProjectile${name}.as`, 3)),
    ],
    not: ["ProjectileActor.as", "PlayerStatics.as"],
  },
  {
    project: TEGA,
    isOfJ: true,
    question: "How often is each field and method of UAIBehaviourComponent used, and which by nobody?",
    calls: [["getTypeMembers", { name: "UAIBehaviourComponent", includeUses: true }]],
    truth: [
      ["", "DetectionDistance", "1 use"],
      ["", "StunDuration", "1 use"],
      ["", "float RecoveryTime", "1 use"],
      ["", "bAttacksInterruptable", UNUSED],
      ["", "SetStunned()", "1 use"],
      ["", "SetRecovery()", "3 uses"],
      ["", "SetAttacking()", "1 use"],
      ["", "ConsumeStun()", "1 use"],
    ],
  },
  {
    project: TEGA,
    isOfJ: false,
    question: "Who calls SetStunned, SetRecovery and SetAttacking?",
    calls: [["calls", { names: ["SetStunned", "SetRecovery", "SetAttacking"] }]],
    truth: [
      ["CrystalRangedBoomerangModule.as", "line 127", "SetStunned"],
      ["AIAttackBurstComponent.as", "line 25", "SetRecovery"],
      ["AIBehaviourCombatStunnedModule.as", "line 38", "SetRecovery"],
      ["AIBehaviourCombatAttackModule.as", "line 49", "SetRecovery"],
      ["AIBehaviourCombatRecoveryModule.as", "line 37", "SetAttacking"],
    ],
  },
  {
    project: TEGA,
    isOfJ: false,
    question: "Who overrides and who calls FireAttack?",
    calls: [["findReferences", { name: "ASlotWeapon/FireAttack", kinds: ["override", "call"] }]],
    truth: [
      ["SWGattling.as", "11:", "override"],
      ["SWGattling.as", "13:", "call"],
      ["SWMissileLauncher.as", "21:", "override"],
      ["SWMissileLauncher.as", "23:", "call"],
      ["WeaponSlotComponent.as", "124:", "call"],
    ],
  },
  {
    project: TEGA,
    isOfJ: false,
    question: "Two classes have AddModuleSheet: who calls which of them?",
    calls: [["calls", { names: ["AModActor/AddModuleSheet", "APlayerModPawn/AddModuleSheet"] }]],
    truth: [
      ["CrystalRanged.as", "line 47", "AModActor"],
      ["AIBehaviourComponent.as", "line 46", "AModActor"],
      ["PlayerVessel.as", "lines 151, 152, 153, 154", "APlayerModPawn"],
    ],
    not: ["ModTestOne"],
  },
  {
    project: BOWLING,
    isOfJ: true,
    question: "All subclasses of UModifier and UModifierObject with their files?",
    calls: [
      ["getClassHierarchy", { name: "UModifier", includeOverrides: true }],
      ["getClassHierarchy", { name: "UModifierObject", includeOverrides: true }],
    ],
    truth: [
      ...["OverrideMod", "MultiplierMod", "CritMod", "AdditiveMod"].map((name): [string, string] => [
        `${name}.as`,
        `  U${name} `,
      ]),
      ["ReplaceDamageColorModObj.as", "  UReplaceDamageColor "],
      ["OverrideModObj.as", "  UOverrideModObj "],
      ["ReplaceAttackAnimModObj.as", "  UReplaceAttackAnimObj "],
      ["MultiplierModObj.as", "  UMultiplierModObj "],
      ["RemoveWeaponModObj.as", "  URemoveWeaponObj "],
    ],
  },
  {
    project: BOWLING,
    isOfJ: true,
    question: "Who binds, raises and unbinds EOnHitCue, EOnLose and EOnZombieSpawned, and which functions handle them?",
    calls: [
      [
        "findReferences",
        {
          names: ["UDamageResponseComponent/EOnHitCue", "ABowlingGameMode/EOnLose", "AZombieManager/EOnZombieSpawned"],
          kinds: ["bind", "unbind", "broadcast"],
        },
      ],
    ],
    truth: [
      ["Obstacle.as", "41:", "AObstacle/TakeHitCue"],
      ["DamageResponseComponent.as", "48:", "broadcast"],
      ["FreezeStatus.as", "29:", "EndStatusEffect"],
      ["FreezeStatus.as", "59:", "unbind"],
      ["ZombieBoss.as", "141:", "AZombieBoss/TakeHitCue"],
      ["Zombie.as", "105:", "TakeHitCue"],
      ["BowlingGameMode.as", "193:", "LoseUI"],
      ["BowlingGameMode.as", "215:", "ApplyZombiePower"],
      ["BowlingGameMode.as", "426:", "broadcast"],
      ["ZombieManager.as", "226:", "broadcast"],
    ],
    not: ["158:"],
  },
  {
    project: BOWLING,
    isOfJ: true,
    question: "Who calls SetupOnce, and who calls PauseAttack and ResumeAttack?",
    calls: [
      [
        "calls",
        {
          names: [
            "UModifier/SetupOnce",
            "UAttackResponseComponent/PauseAttack",
            "UAttackResponseComponent/ResumeAttack",
          ],
        },
      ],
    ],
    truth: [
      ["SlowZone.as", "line 15"],
      ["OverrideModObj.as", "line 9"],
      ["MultiplierModObj.as", "line 9"],
      ["Weapon.as", "line 164"],
      ["ChillStatus.as", "line 15"],
      ["AtkCooldownStatus.as", "line 10"],
      ["SkillCooldownStatus.as", "line 10"],
      ["ElementWeaknessStatus.as", "line 12"],
      ["AttackModStatus.as", "line 10"],
      ["FreezeStatus.as", "line 9"],
      ["VulnerableStatus.as", "line 9"],
      ["Survivor.as", "line 340", "ResumeAttack"],
      ["Survivor.as", "line 346", "PauseAttack"],
      ["FreezeStatus.as", "line 17", "PauseAttack"],
      ["FreezeStatus.as", "line 47", "ResumeAttack"],
    ],
    not: ["433"],
  },
  {
    project: BOWLING,
    isOfJ: false,
    question: "Where are the values Survivor and Bowling of ETargetType used?",
    calls: [["findReferences", { names: ["ETargetType/Survivor", "ETargetType/Bowling"] }]],
    truth: [
      ...at("Survivor.as", 25, 378),
      ...at("Collectible.as", 56),
      ...at("TriggerOnOverlap.as", 16),
      ...at("TargetResponseComponent.as", 69),
      ...at("RageResponseComponent.as", 31),
      ...at("Bowling.as", 46),
      ...at("StatusComponent.as", 44),
    ],
  },
  {
    project: BOWLING,
    isOfJ: false,
    question:
      "Which functions are bound by name though nothing calls them: AddStatus and RemoveStatus of UUIStatusBar?",
    calls: [["findReferences", { names: ["UUIStatusBar/AddStatus", "UUIStatusBar/RemoveStatus"] }]],
    truth: [
      ["StatusManager.as", "85:", "bind"],
      ["UIStatusBar.as", "21:", "bind"],
      ["", "UUIStatusBar/AddStatus: 1 use"],
      ["", "UUIStatusBar/RemoveStatus: 1 use"],
    ],
  },
];
