// Clients record a hive in their own words, in two languages. The words are stored exactly as they were sent; an enum beside each holds
// the meaning, for filters and statistics. An unknown word is not an error: its meaning is null. A client that writes an enum does not take
// away the words that another client of the same hive compares letter by letter (docs/data-model.md).
import { AppError, type FieldProblem } from '../../errors.js';
import { createMessage } from '../../messages/message.js';
import { defineEnum, type EnumOf } from '../../shared/define-enum.js';
import { Language } from '../../shared/language.js';
import { defineSynonyms } from '../../shared/synonyms.js';
import { normalizeWord } from '../../shared/text.js';

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

export const BeehiveStatus = defineEnum(
  'BeehiveStatus',
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
export type BeehiveStatus = EnumOf<typeof BeehiveStatus>;

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
  status: BeehiveStatus | null;
  health: HealthCondition | null;
  productionChamber: boolean | null;
}

/**
 * The words of each meaning. For an enum, the first one is recorded: in English that of the specification, in Spanish that of the mobile app.
 */
type Vocabulary<M> = readonly (readonly [meaning: M, words: Record<Language, readonly [string, ...string[]]>])[];

const activity: Vocabulary<ActivityLevel> = [
  [ActivityLevel.LOW, { en: ['Low'], es: ['Baja', 'Bajo'] }],
  [ActivityLevel.MEDIUM, { en: ['Medium'], es: ['Media', 'Medio'] }],
  [ActivityLevel.HIGH, { en: ['High'], es: ['Alta', 'Alto'] }],
];
const population: Vocabulary<ColonySize> = [
  [ColonySize.SMALL, { en: ['Small', 'Low'], es: ['Baja', 'Pequeña'] }],
  [ColonySize.MEDIUM, { en: ['Medium'], es: ['Media', 'Mediana'] }],
  [ColonySize.LARGE, { en: ['Large', 'High'], es: ['Alta', 'Grande'] }],
];
const health: Vocabulary<HealthCondition> = [
  [HealthCondition.HEALTHY, { en: ['Healthy'], es: ['Ninguno', 'Ninguna', 'Sana', 'Saludable'] }],
  [
    HealthCondition.AT_RISK,
    {
      en: ['At Risk'],
      // The enum does not say which pest, so the app's general term is the first. The app spells varroa 'barroa'.
      es: [
        'Presencia de plagas',
        'Presencia barroa',
        'Presencia varroa',
        'Presencia de polilla',
        'Presencia de curruncho',
        'En riesgo',
      ],
    },
  ],
  [
    HealthCondition.UNHEALTHY,
    { en: ['Unhealthy'], es: ['Enfermedad', 'Enferma', 'Mortalidad- malformación en nodrizas'] },
  ],
];
const status: Vocabulary<BeehiveStatus> = [
  [BeehiveStatus.ACTIVE, { en: ['Active'], es: ['Activa'] }],
  [BeehiveStatus.INACTIVE, { en: ['Inactive'], es: ['Inactiva'] }],
  [BeehiveStatus.QUEENLESS, { en: ['Queenless'], es: ['Sin reina', 'Huérfana'] }],
  [BeehiveStatus.BROOD_CHAMBER, { en: ['Brood chamber'], es: ['Cámara de cría'] }],
  [BeehiveStatus.PRODUCTION_CHAMBER, { en: ['Production chamber'], es: ['Cámara de producción'] }],
  [BeehiveStatus.BROOD_AND_PRODUCTION, { en: ['Brood and production chamber'], es: ['Cámara de cría y producción'] }],
  [
    BeehiveStatus.BROOD_AND_DOUBLE_PRODUCTION,
    { en: ['Brood and double production chamber'], es: ['Cámara de cría y doble alza de producción'] },
  ],
];
const productionChamber: Vocabulary<boolean> = [
  [true, { en: ['Yes', 'True'], es: ['Si', 'Sí'] }],
  [false, { en: ['No', 'False'], es: ['No'] }],
];

/** Each meaning, with the field of the words that it is derived from. */
const VOCABULARIES = {
  activity: { wordsField: 'activityLevel', vocabulary: activity },
  population: { wordsField: 'beePopulation', vocabulary: population },
  status: { wordsField: 'hiveStatus', vocabulary: status },
  health: { wordsField: 'healthStatus', vocabulary: health },
  productionChamber: { wordsField: 'hasProductionChamber', vocabulary: productionChamber },
} as const satisfies Record<keyof BeehiveMeanings, { wordsField: keyof BeehiveWords; vocabulary: Vocabulary<unknown> }>;

const lookups = Object.entries(VOCABULARIES).map(([meaning, { wordsField, vocabulary }]) => {
  const entries: Vocabulary<unknown> = vocabulary;
  const wordsIn = (language: Language): Set<string> =>
    new Set(entries.flatMap(([, words]) => words[language].map(normalizeWord)));
  return {
    meaning: meaning as keyof BeehiveMeanings,
    wordsField,
    words: new Map(entries),
    find: defineSynonyms<unknown>(...entries.map(([one, { en, es }]) => [one, [...en, ...es]] as const)),
    languages: [
      [Language.EN, wordsIn(Language.EN)],
      [Language.ES, wordsIn(Language.ES)],
    ] as const,
  };
});
type Lookup = (typeof lookups)[number];

/** The meanings of the given words. Words that are undefined are left out. */
export function deriveMeanings(words: Partial<BeehiveWords>): Partial<BeehiveMeanings> {
  const known = lookups.filter(({ wordsField }) => words[wordsField] !== undefined);
  return Object.fromEntries(known.map(({ meaning, wordsField, find }) => [meaning, find(words[wordsField]!)]));
}

/** Whether an input has enums, with values or null. */
export const hasEnums = (input: Partial<BeehiveMeanings>): boolean =>
  lookups.some(({ meaning }) => input[meaning] !== undefined);

/**
 * Replaces the enums of an input by the words that are recorded for them; null clears the words. A word of the hive stays if it has the
 * meaning. Another one is in the language of most of the other words of the hive, or of the word that it replaces.
 * @param beehive its words as they are; none of a new hive
 * @param otherwise the language if the words of the hive are of none
 * @param prefix of its fields in the input of the operation
 * @throws BAD_USER_INPUT if both an enum and its words are given
 */
export function recordEnumsAsWords<T extends Partial<BeehiveWords & BeehiveMeanings>>(
  input: T,
  beehive: Partial<BeehiveWords>,
  otherwise: Language,
  prefix = '',
): Omit<T, keyof BeehiveMeanings> {
  const recorded: Record<string, unknown> = { ...input };
  const problems: FieldProblem[] = [];
  const found = lookups.map((lookup) => languageOf(lookup, input[lookup.wordsField] ?? beehive[lookup.wordsField]));
  for (const [i, { meaning, wordsField, words, find }] of lookups.entries()) {
    const value = input[meaning];
    delete recorded[meaning];
    if (value === undefined) continue;
    if (input[wordsField] !== undefined)
      problems.push({
        field: `${prefix}${meaning}`,
        message: createMessage('must not be combined with `{field}`', { field: wordsField }),
      });
    const present = beehive[wordsField] ?? null;
    const language = languageOfMost(found.toSpliced(i, 1)) ?? found[i] ?? otherwise;
    const isKept = value !== null && find(present) === value;
    recorded[wordsField] = isKept ? present : (words.get(value)?.[language][0] ?? null);
  }
  if (problems.length > 0) throw AppError.badInput(problems);
  return recorded as Omit<T, keyof BeehiveMeanings>;
}

/** The language of a word; undefined for an unknown one, and for one of both languages. */
function languageOf({ languages }: Lookup, word: string | null | undefined): Language | undefined {
  if (word == null) return undefined;
  const matching = languages.filter(([, words]) => words.has(normalizeWord(word)));
  return matching.length === 1 ? matching[0]![0] : undefined;
}

/** Undefined if no language has more words than the other. */
function languageOfMost(found: (Language | undefined)[]): Language | undefined {
  const count = (language: Language): number => found.filter((one) => one === language).length;
  const lead = count(Language.EN) - count(Language.ES);
  if (lead === 0) return undefined;
  return lead > 0 ? Language.EN : Language.ES;
}
