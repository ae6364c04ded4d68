/** Compound questions about EpiKnightz+BowlingVSZombie with expected answers. */
import { at, type CompoundQuestion, UNUSED } from "./compound-questions.ts";

export const BOWLING_QUESTIONS: CompoundQuestion[] = [
  {
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
  // Five were added after we had fixed the tools for the ones above.
  {
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
