// The words that are recorded for enums, compared with a small model of the rule.
import { describe, expect, it } from '@jest/globals';
import {
  type BeehiveMeanings,
  type BeehiveWords,
  deriveMeanings,
  recordEnumsAsWords,
} from '../../src/features/beehives/vocabulary.enums.js';
import { Language } from '../../src/shared/language.js';
import * as fc from '../support/fast-check.js';

type Meaning = keyof BeehiveMeanings;
const FIELDS = {
  activity: 'activityLevel',
  population: 'beePopulation',
  status: 'hiveStatus',
  health: 'healthStatus',
  productionChamber: 'hasProductionChamber',
} as const satisfies Record<Meaning, keyof BeehiveWords>;
const MEANINGS = Object.keys(FIELDS) as Meaning[];

/** What is recorded for each enum, in English and in Spanish. `No` is a word of both. */
const WORDS: Record<Meaning, [value: unknown, en: string, es: string][]> = {
  activity: [
    ['LOW', 'Low', 'Baja'],
    ['MEDIUM', 'Medium', 'Media'],
    ['HIGH', 'High', 'Alta'],
  ],
  population: [
    ['SMALL', 'Small', 'Baja'],
    ['MEDIUM', 'Medium', 'Media'],
    ['LARGE', 'Large', 'Alta'],
  ],
  status: [
    ['ACTIVE', 'Active', 'Activa'],
    ['INACTIVE', 'Inactive', 'Inactiva'],
    ['QUEENLESS', 'Queenless', 'Sin reina'],
    ['BROOD_CHAMBER', 'Brood chamber', 'Cámara de cría'],
    ['PRODUCTION_CHAMBER', 'Production chamber', 'Cámara de producción'],
    ['BROOD_AND_PRODUCTION', 'Brood and production chamber', 'Cámara de cría y producción'],
    ['BROOD_AND_DOUBLE_PRODUCTION', 'Brood and double production chamber', 'Cámara de cría y doble alza de producción'],
  ],
  health: [
    ['HEALTHY', 'Healthy', 'Ninguno'],
    ['AT_RISK', 'At Risk', 'Presencia de plagas'],
    ['UNHEALTHY', 'Unhealthy', 'Enfermedad'],
  ],
  productionChamber: [
    [true, 'Yes', 'Si'],
    [false, 'No', 'No'],
  ],
};
/** Other words that clients have recorded, of the meaning and the language that are given; the last ones are of no meaning. */
const OTHERS: Record<Meaning, [text: string, language: Language | null][]> = {
  activity: [[' alto ', 'es']],
  population: [
    ['Grande', 'es'],
    ['HIGH', 'en'],
  ],
  status: [
    ['Huérfana', 'es'],
    ['camara DE cria', 'es'],
  ],
  health: [
    ['Presencia barroa', 'es'],
    ['Sana', 'es'],
    ['AT RISK', 'en'],
  ],
  productionChamber: [
    ['Sí', 'es'],
    ['true', 'en'],
  ],
};
const UNKNOWN = ['who knows', '', 'constructor'];

interface Word {
  text: string | null;
  language: Language | null;
}
type Hive = Record<Meaning, Word>;
type Enums = Partial<BeehiveMeanings>;

const nothing: Word = { text: null, language: null };
const wordsOf = (meaning: Meaning): Word[] => [
  ...WORDS[meaning].flatMap(([, en, es]): Word[] =>
    en === es
      ? [{ text: en, language: null }]
      : [
          { text: en, language: 'en' },
          { text: es, language: 'es' },
        ],
  ),
  ...OTHERS[meaning].map(([text, language]) => ({ text, language })),
  ...UNKNOWN.map((text) => ({ text, language: null })),
];
const record = <V>(of: (meaning: Meaning) => fc.Arbitrary<V>, all: boolean) =>
  fc.record(Object.fromEntries(MEANINGS.map((meaning) => [meaning, of(meaning)])), all ? {} : { requiredKeys: [] });

const hives = record((meaning) => fc.constantFrom(nothing, ...wordsOf(meaning)), true) as fc.Arbitrary<Hive>;
const enums = record(
  (meaning) => fc.constantFrom(null, ...WORDS[meaning].map(([value]) => value)),
  false,
) as fc.Arbitrary<Enums>;
const languages = fc.constantFrom(...Object.values(Language));

const textsOf = (hive: Hive): BeehiveWords =>
  Object.fromEntries(MEANINGS.map((meaning) => [FIELDS[meaning], hive[meaning].text])) as never;

/** The rule. */
function expectedWord(hive: Hive, meaning: Meaning, value: unknown, owner: Language): string | null {
  if (value === null) return null;
  const present = hive[meaning];
  if (deriveMeanings({ [FIELDS[meaning]]: present.text })[meaning] === value) return present.text;
  const [, en, es] = WORDS[meaning].find(([known]) => known === value)!;
  const others = MEANINGS.filter((other) => other !== meaning).map((other) => hive[other].language);
  const balance = others.reduce((sum, language) => sum + (language === 'en' ? 1 : language === 'es' ? -1 : 0), 0);
  const language = balance > 0 ? 'en' : balance < 0 ? 'es' : (present.language ?? owner);
  return language === 'en' ? en : es;
}

describe('for any hive and any enums', () => {
  it('words are those of the model', () => {
    fc.assert(
      fc.property(hives, enums, languages, (hive, input, owner) => {
        const expected = Object.entries(input).map(([name, value]) => {
          const meaning = name as Meaning;
          return [FIELDS[meaning], expectedWord(hive, meaning, value, owner)];
        });
        expect(recordEnumsAsWords(input, textsOf(hive), owner)).toEqual(Object.fromEntries(expected));
      }),
      { numRuns: 2000 },
    );
  });

  it('words have the meaning that was written, and a repetition changes none', () => {
    fc.assert(
      fc.property(hives, enums, languages, languages, (hive, input, owner, other) => {
        const recorded = recordEnumsAsWords(input, textsOf(hive), owner);
        expect(deriveMeanings(recorded)).toEqual(input);
        const after = { ...textsOf(hive), ...recorded };
        expect({ ...after, ...recordEnumsAsWords(input, after, other) }).toEqual(after);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('words in the same input as enums', () => {
  const english = { activityLevel: 'High', beePopulation: 'Large' };

  it('stay as they are, and count instead of those of the hive', () => {
    const input = { ...english, healthStatus: 'who knows', productionChamber: true };
    const hive = { activityLevel: 'Alta', beePopulation: 'Alta', hiveStatus: 'Cámara de cría' };
    expect(recordEnumsAsWords(input, hive, 'es')).toEqual({
      ...english,
      healthStatus: 'who knows',
      hasProductionChamber: 'Yes',
    });
  });

  it('that are null leave the count to those of the hive', () => {
    const input = { activityLevel: null, productionChamber: true };
    expect(recordEnumsAsWords(input, { activityLevel: 'High' }, 'es')).toEqual({
      activityLevel: null,
      hasProductionChamber: 'Yes',
    });
  });

  it('are refused for the same field, each of them', () => {
    const both = { health: 'HEALTHY', healthStatus: 'Sana', activity: null, activityLevel: 'Alta' } as const;
    expect(() => recordEnumsAsWords(both, {}, 'es')).toThrow(
      expect.objectContaining({
        extensions: expect.objectContaining({
          fields: [expect.objectContaining({ field: 'activity' }), expect.objectContaining({ field: 'health' })],
        }),
      }),
    );
  });
});
