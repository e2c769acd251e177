import { defineEnum, type EnumOf } from '../../shared/define-enum.js';
import { MAX_SWARM_KG, SWARM_DAYS, SWARM_KG, SWARM_MINUTES } from '../../shared/readings.js';
import { TREAT_PER_100, WATCH_PER_100 } from '../treatments/mite-trend.queries.js';

/** After so many full years, a queen is old. */
export const OLD_YEARS = 2;
/** A follow-up that was recorded longer after its day is history, not work. */
export const RECORDED_LATE_DAYS = 30;
/** A count of mites says so long how a colony is. */
export const COUNT_DAYS = 365;
/** A lot that has expired is listed for so long: whether any of it is left is not recorded. */
export const LISTED_DAYS = 30;

/** What a frame of food weighs, both sides full: of a standard frame, about. */
export const KG_PER_FRAME = 2;
/** So long, an inspection says how much food there is. */
export const STORES_DAYS = 60;
/** A device is forgotten after so many days without a reading. */
export const DEVICE_DAYS = 30;
export const SILENT_HOURS = 24;
/** What a strong colony carries in on a good day; more is a box or feed that somebody put on. */
export const [FLOW_KG, MAX_FLOW_KG] = [2, 8];
/** Bees keep brood at 33 to 36 °C. */
export const COLD_BROOD = 32;
export const [LOW_BATTERY, EMPTY_BATTERY] = [20, 10];

export const WorklistKind = defineEnum(
  'WorklistKind',
  'Why something needs you. The description of each kind is its rule: what is listed, when it is due, its severity, and what `value` and `threshold` mean. Days are those of the time zone of the apiary.',
  {
    OVERDUE_INSPECTION:
      'A hive without a completed inspection in the `inspectionDays` days before `dueBefore`. Due `inspectionDays` days (of the filter, else of the apiary) after the last one; without any, since the hive was recorded. HIGH if due for as many days again, MEDIUM if due, otherwise LOW. `value`: the days since the last inspection, null without one; `threshold`: `inspectionDays`. Gone when it is inspected.',
    QUEENLESS:
      'A hive whose status is QUEENLESS, or that has had no queen since its last reign ended (`queenlessSince`) and is not INACTIVE. HIGH. Due since that day; without a due date if no reign has ended, or another has begun. `value`: the days since then.',
    UNHEALTHY: 'A hive whose health is UNHEALTHY (HIGH) or AT_RISK (MEDIUM). Without a due date.',
    LOW_STOCK:
      'An inventory item at or below its minimum stock. MEDIUM if there is nothing left, otherwise LOW. Without a due date. `value`: its quantity; `threshold`: its minimum stock.',
    EXPIRING_STOCK:
      'An inventory item in stock that expires before `dueBefore`. Due at the beginning of the day of its expiry date. MEDIUM if it is due, otherwise LOW. `value`: the days until the expiry date, negative after it.',
    DRAFT_INSPECTION:
      'A draft of an inspection: call `completeInspection` or `discardInspectionDraft`. Due since the hive was inspected. LOW. `value`: the days since then.',
    FOLLOW_UP_DUE: `A follow-up in which nothing has been written yet, neither findings nor \`notes\`, of a treatment that was not voided, unless it was recorded more than ${RECORDED_LATE_DAYS} days after its day. Due at the beginning of the day of the review. MEDIUM if it is due, otherwise LOW. \`value\`: the days until the review, negative after it.`,
    TREATMENT_ENDS:
      'An active treatment with an announced or planned end, until somebody calls `endTreatment`. Due at the beginning of that day. MEDIUM if it is due, otherwise LOW. `value`: the days until then, negative after it.',
    WITHDRAWAL_ENDS:
      'A hive whose withdrawal period ends: listed until it is due, when honey may be harvested again, at the beginning of the day after the last one. Not listed while a treatment is active after its announced or planned end, or `withdrawalUnknown`. LOW. `value`: the days until then.',
    MITES_HIGH: `A hive whose latest count in a sample of bees found ${WATCH_PER_100} mites per 100 bees or more (MEDIUM), or ${TREAT_PER_100} or more (HIGH), or as many as the apiary says (\`mitesToWatch\`, \`mitesToTreat\`), in the last ${COUNT_DAYS} days, and that has not been treated since. Due since the day of the count. \`value\`: the mites per 100 bees; \`threshold\`: the number that was reached.`,
    OLD_QUEEN: `A hive with a queen that is more than ${OLD_YEARS} years old, as far as her year says: due at the beginning of the ${OLD_YEARS + 1}rd year after that in which she hatched. MEDIUM if it is due, otherwise LOW. \`value\`: the difference of the years, now; \`threshold\`: ${OLD_YEARS}.`,
    TASK: 'An open task that is due, or can be begun, before `dueBefore`, or has no day: call `completeTask`, `skipTask` or `cancelTask`. Due at the beginning of its due day. HIGH if it is due and its priority is HIGH, MEDIUM if it is due and its priority is NORMAL, otherwise LOW. `value`: the days until the due day, negative after it.',
    RESTRICTED_ZONE:
      'An apiary in a restricted zone that is in force: its hives leave it with a `zoneReason` only. One item for an apiary, of the zone that was in force first; the title has its name. HIGH. Due since its first day. `value`: the days since then. Gone when no zone is in force there.',
    LOT_EXPIRES: `A lot of honey with a best-before date before \`dueBefore\`, listed until ${LISTED_DAYS} days after that date. Due at the beginning of that day. MEDIUM if it is due, otherwise LOW. \`value\`: the days until the date, negative after it.`,
    STORES_LOW: `A hive with less food than its apiary says (\`winterStores\`), as far as is known: ${KG_PER_FRAME} kg for each frame of food that was stated last, and the sugar, of feedings of which it is known, since the day of the last inspection, which was in the last ${STORES_DAYS} days. HIGH if it has less than half, otherwise MEDIUM. Due since the inspection. \`value\`: the kilograms of food; \`threshold\`: \`winterStores\`.`,
    WEIGHT_LOW: `A hive whose latest weight, of the last ${DEVICE_DAYS} days, is below that which its apiary says (\`minimumWeight\`). HIGH. Due since it was weighed. \`value\`: the kilograms; \`threshold\`: \`minimumWeight\`.`,
    SWARM: `A hive that has lost ${SWARM_KG} to ${MAX_SWARM_KG} kg within ${SWARM_MINUTES} minutes in the last ${SWARM_DAYS} days, as its scale says twice: a reading within ${SWARM_MINUTES} minutes confirms it. HIGH. Due since then. \`value\`: the kilograms. Gone when it is inspected.`,
    FLOW: `A hive that has gained ${FLOW_KG} to ${MAX_FLOW_KG} kg in the day before the last reading of its scale, which is of the last 24 hours: it may need room. Without a due date. LOW. \`value\`: the kilograms; \`threshold\`: ${FLOW_KG}.`,
    BROOD_COLD: `A hive with brood (\`broodFrames\`) whose brood was below ${COLD_BROOD} °C at the last reading, of the last 24 hours. HIGH. Due since then. \`value\`: the degrees; \`threshold\`: ${COLD_BROOD}.`,
    DEVICE_SILENT: `A hive of which no device has sent a reading for as many hours as its apiary says (\`silentHours\`: ${SILENT_HOURS}), after one in the last ${DEVICE_DAYS} days. MEDIUM. Due since then. \`value\`: the hours since the last reading; \`threshold\`: \`silentHours\`.`,
    BATTERY_LOW: `A hive with a device whose battery was below ${LOW_BATTERY} % when it last sent it, in the last ${DEVICE_DAYS} days. MEDIUM below ${EMPTY_BATTERY} %, otherwise LOW. Without a due date. \`value\`: the percent; \`threshold\`: ${LOW_BATTERY}.`,
    ANNUAL_DECLARATION:
      'Your hives in a country are to be declared to its authority (`annualDeclaration`): an item for each country with a period of declarations where you have a living hive, of the oldest of your apiaries there. Only you see it. Listed from the first day of the period, if that is before `dueBefore`, to the last, on which it is due. MEDIUM on that day, otherwise LOW. `value`: the days until then.',
  },
);
export type WorklistKind = EnumOf<typeof WorklistKind>;

/** In the order of the list. */
export const WorklistSeverity = defineEnum(
  'WorklistSeverity',
  'How urgent an item is. The rule of each kind says which items have which severity.',
  {
    HIGH: [1, 'A colony, or its honey, is at risk.'],
    MEDIUM: [2, 'It is due.'],
    LOW: [3, 'It can wait.'],
  },
);
export type WorklistSeverity = EnumOf<typeof WorklistSeverity>;
