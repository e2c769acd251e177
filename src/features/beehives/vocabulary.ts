// Clients record a hive in their own words, in two languages. The words are stored exactly as they were sent; an enum beside each holds
// the meaning, for filters and statistics. An unknown word is not an error: its meaning is null.
import { AppError, type FieldProblem } from '../../errors.js';
import { defineEnum, type EnumOf } from '../../shared/define-enum.js';
import { createMessage } from '../../shared/message.js';
import { defineSynonyms, type Synonyms } from '../../shared/synonyms.js';

export const ActivityLevel = defineEnum('ActivityLevel', 'Flight activity of a colony.', {
  LOW: 'Recorded as Low or Baja.',
  MEDIUM: 'Recorded as Medium or Media.',
  HIGH: 'Recorded as High or Alta.',
});
export type ActivityLevel = EnumOf<typeof ActivityLevel>;

export const ColonySize = defineEnum('ColonySize', 'The size of a colony.', {
  SMALL: 'Recorded as Small or Baja.',
  MEDIUM: 'Recorded as Medium or Media.',
  LARGE: 'Recorded as Large or Alta.',
});
export type ColonySize = EnumOf<typeof ColonySize>;

export const HealthCondition = defineEnum('HealthCondition', 'The health of a colony.', {
  HEALTHY: 'No findings; recorded as Healthy or Ninguno.',
  AT_RISK: 'Pests are present; recorded as At Risk, Presencia barroa or Presencia de plagas.',
  UNHEALTHY: 'The colony is diseased; recorded as Unhealthy or Enfermedad.',
});
export type HealthCondition = EnumOf<typeof HealthCondition>;

export const BeehiveState = defineEnum(
  'BeehiveState',
  'The status of a hive: the state of its colony or, as the mobile app records it, its boxes.',
  {
    ACTIVE: 'The hive has a colony.',
    INACTIVE: 'The hive has no colony.',
    QUEENLESS: 'The colony has no queen.',
    BROOD_CHAMBER: 'A brood chamber only; recorded as Cámara de cría.',
    PRODUCTION_CHAMBER: 'A honey super; recorded as Cámara de producción.',
    BROOD_AND_PRODUCTION: 'A brood chamber and a honey super; recorded as Cámara de cría y producción.',
    BROOD_AND_DOUBLE_PRODUCTION:
      'A brood chamber and two honey supers; recorded as Cámara de cría y doble alza de producción.',
  },
);
export type BeehiveState = EnumOf<typeof BeehiveState>;

/** The recorded words of a hive. */
export interface BeehiveWords {
  activityLevel: string | null;
  beePopulation: string | null;
  hiveStatus: string | null;
  healthStatus: string | null;
  hasProductionChamber: string | null;
}
/** Their meanings; null for no word or an unknown one. */
export interface BeehiveMeanings {
  activity: ActivityLevel | null;
  population: ColonySize | null;
  status: BeehiveState | null;
  health: HealthCondition | null;
  productionChamber: boolean | null;
}

const activity: Synonyms<NonNullable<BeehiveMeanings['activity']>> = [
  [ActivityLevel.LOW, ['Low', 'Baja', 'Bajo']],
  [ActivityLevel.MEDIUM, ['Medium', 'Media', 'Medio']],
  [ActivityLevel.HIGH, ['High', 'Alta', 'Alto']],
];
const population: Synonyms<NonNullable<BeehiveMeanings['population']>> = [
  [ColonySize.SMALL, ['Small', 'Low', 'Baja', 'Pequeña']],
  [ColonySize.MEDIUM, ['Medium', 'Media', 'Mediana']],
  [ColonySize.LARGE, ['Large', 'High', 'Alta', 'Grande']],
];
const health: Synonyms<NonNullable<BeehiveMeanings['health']>> = [
  [HealthCondition.HEALTHY, ['Healthy', 'Ninguno', 'Ninguna', 'Sana', 'Saludable']],
  [
    HealthCondition.AT_RISK,
    // The mobile app spells varroa 'barroa'.
    [
      'At Risk',
      'En riesgo',
      'Presencia barroa',
      'Presencia varroa',
      'Presencia de plagas',
      'Presencia de polilla',
      'Presencia de curruncho',
    ],
  ],
  [HealthCondition.UNHEALTHY, ['Unhealthy', 'Enferma', 'Enfermedad', 'Mortalidad- malformación en nodrizas']],
];
const status: Synonyms<NonNullable<BeehiveMeanings['status']>> = [
  [BeehiveState.ACTIVE, ['Active', 'Activa']],
  [BeehiveState.INACTIVE, ['Inactive', 'Inactiva']],
  [BeehiveState.QUEENLESS, ['Queenless', 'Sin reina', 'Huérfana']],
  [BeehiveState.BROOD_CHAMBER, ['Cámara de cría', 'Brood chamber']],
  [BeehiveState.PRODUCTION_CHAMBER, ['Cámara de producción', 'Production chamber']],
  [BeehiveState.BROOD_AND_PRODUCTION, ['Cámara de cría y producción', 'Brood and production chamber']],
  [
    BeehiveState.BROOD_AND_DOUBLE_PRODUCTION,
    ['Cámara de cría y doble alza de producción', 'Brood and double production chamber'],
  ],
];
const productionChamber: Synonyms<NonNullable<BeehiveMeanings['productionChamber']>> = [
  [true, ['Yes', 'Si', 'Sí', 'True']],
  [false, ['No', 'False']],
];

/** Each meaning, with the field of the words that it is derived from. The first word of a meaning is recorded if a client sends an enum. */
const VOCABULARY = {
  activity: { wordsField: 'activityLevel', synonyms: activity },
  population: { wordsField: 'beePopulation', synonyms: population },
  status: { wordsField: 'hiveStatus', synonyms: status },
  health: { wordsField: 'healthStatus', synonyms: health },
  productionChamber: { wordsField: 'hasProductionChamber', synonyms: productionChamber },
} as const satisfies Record<keyof BeehiveMeanings, { wordsField: keyof BeehiveWords; synonyms: Synonyms<unknown> }>;

const lookups = Object.entries(VOCABULARY).map(([meaning, { wordsField, synonyms }]) => ({
  meaning,
  wordsField,
  synonyms: synonyms as Synonyms<unknown>,
  find: defineSynonyms<unknown>(...(synonyms as Synonyms<unknown>)),
}));

/** The meanings of the given words. Words that are undefined are left out. */
export function deriveMeanings(words: Partial<BeehiveWords>): Partial<BeehiveMeanings> {
  const known = lookups.filter(({ wordsField }) => words[wordsField] !== undefined);
  return Object.fromEntries(known.map(({ meaning, wordsField, find }) => [meaning, find(words[wordsField]!)]));
}

/**
 * Replaces the enums of an input by the words that are recorded for them; null clears the words.
 * @throws BAD_USER_INPUT if both an enum and its words are given
 */
export function recordEnumsAsWords<T extends Partial<BeehiveWords & BeehiveMeanings>>(
  input: T,
): Omit<T, keyof BeehiveMeanings> {
  const recorded: Record<string, unknown> = { ...input };
  const problems: FieldProblem[] = [];
  for (const { meaning, wordsField, synonyms } of lookups) {
    const value = recorded[meaning];
    delete recorded[meaning];
    if (value === undefined) continue;
    if (input[wordsField] !== undefined)
      problems.push({
        field: meaning,
        message: createMessage('must not be combined with {field}', { field: wordsField }),
      });
    recorded[wordsField] = synonyms.find(([one]) => one === value)?.[1][0] ?? null;
  }
  if (problems.length > 0) throw AppError.badInput(problems);
  return recorded as Omit<T, keyof BeehiveMeanings>;
}
