// The meanings of recorded words: the known words, and properties of any text.
import { describe, expect, it } from '@jest/globals';
import {
  ActivityLevel,
  BeehiveStatus,
  type BeehiveWords,
  ColonySize,
  deriveMeanings,
  HealthCondition,
} from '../../src/features/beehives/vocabulary.enums.js';
import { UnitKind, unitKind } from '../../src/features/inventory/units.enums.js';
import * as fc from '../support/fast-check.js';

const NONE: BeehiveWords = {
  activityLevel: null,
  beePopulation: null,
  hiveStatus: null,
  healthStatus: null,
  hasProductionChamber: null,
};
const MEANINGS = {
  activityLevel: 'activity',
  beePopulation: 'population',
  hiveStatus: 'status',
  healthStatus: 'health',
  hasProductionChamber: 'productionChamber',
} as const;
type Field = keyof typeof MEANINGS;

const meaning = (field: Field, text: string): unknown => deriveMeanings({ ...NONE, [field]: text })[MEANINGS[field]];

/** The words of the specification, then those of all versions of the mobile app. */
const KNOWN: [Field, unknown, string[]][] = [
  ['activityLevel', 'LOW', ['Low', 'Baja']],
  ['activityLevel', 'MEDIUM', ['Medium', 'Media']],
  ['activityLevel', 'HIGH', ['High', 'Alta']],
  ['beePopulation', 'SMALL', ['Small', 'Baja']],
  ['beePopulation', 'MEDIUM', ['Medium', 'Media']],
  ['beePopulation', 'LARGE', ['Large', 'Alta']],
  ['hiveStatus', 'ACTIVE', ['Active']],
  ['hiveStatus', 'INACTIVE', ['Inactive']],
  ['hiveStatus', 'QUEENLESS', ['Queenless']],
  ['hiveStatus', 'BROOD_CHAMBER', ['Cámara de cría']],
  ['hiveStatus', 'PRODUCTION_CHAMBER', ['Cámara de producción']],
  ['hiveStatus', 'BROOD_AND_PRODUCTION', ['Cámara de cría y producción']],
  ['hiveStatus', 'BROOD_AND_DOUBLE_PRODUCTION', ['Cámara de cría y doble alza de producción']],
  ['healthStatus', 'HEALTHY', ['Healthy', 'Ninguno']],
  [
    'healthStatus',
    'AT_RISK',
    ['At Risk', 'Presencia barroa', 'Presencia de plagas', 'Presencia de polilla', 'Presencia de curruncho'],
  ],
  ['healthStatus', 'UNHEALTHY', ['Unhealthy', 'Enfermedad', 'Mortalidad- malformación en nodrizas']],
  ['hasProductionChamber', true, ['Yes', 'Si', 'Sí']],
  ['hasProductionChamber', false, ['No']],
];
const words = KNOWN.flatMap(([field, expected, texts]) => texts.map((text) => ({ field, text, expected })));
const fields = Object.keys(MEANINGS) as Field[];

/** Every vocabulary, and the values of its enum. */
const VOCABULARIES: [name: string, values: Record<string, unknown>, find: (text: string) => unknown][] = [
  ['activityLevel', ActivityLevel, (text) => meaning('activityLevel', text)],
  ['beePopulation', ColonySize, (text) => meaning('beePopulation', text)],
  ['hiveStatus', BeehiveStatus, (text) => meaning('hiveStatus', text)],
  ['healthStatus', HealthCondition, (text) => meaning('healthStatus', text)],
  ['hasProductionChamber', { TRUE: true, FALSE: false }, (text) => meaning('hasProductionChamber', text)],
  ['unit', UnitKind, unitKind],
];
const names = VOCABULARIES.flatMap(([vocabulary, values, find]) =>
  Object.entries(values).map(([name, value]) => ({ vocabulary, name, value, find })),
);

describe('the name of an enum value', () => {
  it.each(names)('$vocabulary "$name" is understood', ({ name, value, find }) => {
    const spellings = [name, name.toLowerCase(), name.replaceAll('_', ' '), ` ${name} `];
    expect(spellings.map(find)).toEqual(spellings.map(() => value));
  });

  it('is that of every vocabulary', () => {
    expect(VOCABULARIES.map(([name]) => name)).toEqual([...Object.keys(MEANINGS), 'unit']);
  });
});

describe('the meaning of a word', () => {
  it.each(words)('$field "$text" is $expected', ({ field, text, expected }) => {
    expect(meaning(field, text)).toBe(expected);
  });

  it('depends on the field', () => {
    const { activity, ...others } = deriveMeanings({ ...NONE, activityLevel: 'High' });
    expect(activity).toBe('HIGH');
    expect(others).toEqual({ population: null, status: null, health: null, productionChamber: null });
    expect(meaning('healthStatus', 'High')).toBeNull();
    expect(meaning('hasProductionChamber', 'Healthy')).toBeNull();
  });

  it.each(['', ' ', 'who knows', 'Highest', 'Not healthy', 'Ninguno Ninguno', 'constructor', '__proto__', 'toString'])(
    'of %j is null',
    (text) => {
      for (const field of fields) expect(meaning(field, text)).toBeNull();
    },
  );

  it('is null for null', () => {
    expect(new Set(Object.values(deriveMeanings(NONE)))).toEqual(new Set([null]));
  });
});

/** The word with other case, accents and white space. */
const respelled = (text: string): fc.Arbitrary<string> => {
  const respellCharacter = (character: string): fc.Arbitrary<string> => {
    const bare = character.normalize('NFD').replace(/\p{M}/gu, '');
    return character === ' '
      ? fc.constantFrom(' ', '  ', '\t', '\u00a0', '\n')
      : fc.constantFrom(character, bare, character.normalize('NFD'), bare.toUpperCase(), character.toUpperCase());
  };
  const space = fc.constantFrom('', ' ', '  ', '\t', '\u00a0');
  return fc.tuple(space, ...[...text].map(respellCharacter), space).map((parts) => parts.join(''));
};

describe('for any text', () => {
  it('case, accents and white space are ignored', () => {
    const spelled = fc
      .constantFrom(...words)
      .chain(({ field, text, expected }) => respelled(text).map((spelling) => ({ field, spelling, expected })));
    fc.assert(
      fc.property(spelled, ({ field, spelling, expected }) => {
        expect(meaning(field, spelling)).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('the meaning is a known one or null, never an error', () => {
    const possible = new Map<Field, Set<unknown>>(fields.map((field) => [field, new Set<unknown>([null])]));
    for (const [field, expected] of KNOWN) possible.get(field)!.add(expected);
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
      fc.constantFrom(...Object.getOwnPropertyNames(Object.prototype)),
    );
    fc.assert(
      fc.property(fc.constantFrom(...fields), anything, (field, text) => {
        expect(possible.get(field)).toContain(meaning(field, text));
      }),
      { numRuns: 500 },
    );
  });
});
