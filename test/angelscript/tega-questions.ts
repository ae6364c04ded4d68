/** Compound questions about jabbawalden+Tega with expected answers. */
import { at, type CompoundQuestion, UNUSED } from "./compound-questions.ts";

export const TEGA_QUESTIONS: CompoundQuestion[] = [
  {
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
    isOfJ: false,
    question: "What are the fields of FAIAttackTraceSettings, and where is each read?",
    calls: [["findReferences", { name: "FAIAttackTraceSettings/*", kinds: ["read"] }]],
    truth: at("AIAttackBaseActor.as", 84, 86, 92, 95),
  },
  {
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
  // Five were added after we had fixed the tools for the ones above.
  {
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
];
