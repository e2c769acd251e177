// WHAT THE HIVE'S WORDS MEAN. Two apps in two languages record a hive in words of their own, which are kept exactly as written;
// beside each stands what it means, for filters and statistics. A word that is not in this table means null, never an error.
import { registerEnumType } from 'type-graphql';
import { defineSynonyms } from '../../shared/synonyms.js';

export enum ActivityLevel {
  LOW = 'LOW',
  MEDIUM = 'MEDIUM',
  HIGH = 'HIGH',
}
registerEnumType(ActivityLevel, {
  name: 'ActivityLevel',
  description: 'How lively the bees fly.',
  valuesConfig: {
    LOW: { description: 'Low, Baja.' },
    MEDIUM: { description: 'Medium, Media.' },
    HIGH: { description: 'High, Alta.' },
  },
});

export enum ColonySize {
  SMALL = 'SMALL',
  MEDIUM = 'MEDIUM',
  LARGE = 'LARGE',
}
registerEnumType(ColonySize, {
  name: 'ColonySize',
  description: 'How many bees a colony has.',
  valuesConfig: {
    SMALL: { description: 'Small, Baja.' },
    MEDIUM: { description: 'Medium, Media.' },
    LARGE: { description: 'Large, Alta.' },
  },
});

export enum HealthCondition {
  HEALTHY = 'HEALTHY',
  AT_RISK = 'AT_RISK',
  UNHEALTHY = 'UNHEALTHY',
}
registerEnumType(HealthCondition, {
  name: 'HealthCondition',
  description: 'How well a colony is.',
  valuesConfig: {
    HEALTHY: { description: 'Nothing found: Healthy, Ninguno.' },
    AT_RISK: { description: 'Pests are present: At Risk, Presencia barroa, Presencia de plagas.' },
    UNHEALTHY: { description: 'The colony is ill: Unhealthy, Enfermedad.' },
  },
});

export enum BeehiveState {
  ACTIVE = 'ACTIVE',
  INACTIVE = 'INACTIVE',
  QUEENLESS = 'QUEENLESS',
  BROOD_CHAMBER = 'BROOD_CHAMBER',
  PRODUCTION_CHAMBER = 'PRODUCTION_CHAMBER',
  BROOD_AND_PRODUCTION = 'BROOD_AND_PRODUCTION',
  BROOD_AND_DOUBLE_PRODUCTION = 'BROOD_AND_DOUBLE_PRODUCTION',
}
registerEnumType(BeehiveState, {
  name: 'BeehiveState',
  description: "The hive's status: the state of its colony or, as the mobile app records it, the boxes it is made of.",
  valuesConfig: {
    ACTIVE: { description: 'A colony lives in it.' },
    INACTIVE: { description: 'Nothing lives in it.' },
    QUEENLESS: { description: 'The colony has no queen.' },
    BROOD_CHAMBER: { description: 'A brood chamber alone: Cámara de cría.' },
    PRODUCTION_CHAMBER: { description: 'A honey chamber: Cámara de producción.' },
    BROOD_AND_PRODUCTION: { description: 'A brood and a honey chamber: Cámara de cría y producción.' },
    BROOD_AND_DOUBLE_PRODUCTION: {
      description: 'A brood chamber and two honey chambers: Cámara de cría y doble alza de producción.',
    },
  },
});

/** The words of a hive, as they are recorded. */
export interface BeehiveWords {
  activityLevel: string | null;
  beePopulation: string | null;
  hiveStatus: string | null;
  healthStatus: string | null;
  hasProductionChamber: string | null;
}
/** What they mean. */
export interface BeehiveMeanings {
  activity: ActivityLevel | null;
  population: ColonySize | null;
  status: BeehiveState | null;
  health: HealthCondition | null;
  productionChamber: boolean | null;
}

const activity = defineSynonyms(
  [ActivityLevel.LOW, ['Low', 'Baja', 'Bajo']],
  [ActivityLevel.MEDIUM, ['Medium', 'Media', 'Medio']],
  [ActivityLevel.HIGH, ['High', 'Alta', 'Alto']],
);
const population = defineSynonyms(
  [ColonySize.SMALL, ['Small', 'Low', 'Baja', 'Pequeña']],
  [ColonySize.MEDIUM, ['Medium', 'Media', 'Mediana']],
  [ColonySize.LARGE, ['Large', 'High', 'Alta', 'Grande']],
);
const health = defineSynonyms(
  [HealthCondition.HEALTHY, ['Healthy', 'Ninguno', 'Ninguna', 'Sana', 'Saludable']],
  [
    HealthCondition.AT_RISK,
    // "barroa" is how the app writes varroa
    [
      'At Risk',
      'At_Risk',
      'En riesgo',
      'Presencia barroa',
      'Presencia varroa',
      'Presencia de plagas',
      'Presencia de polilla',
      'Presencia de curruncho',
    ],
  ],
  [HealthCondition.UNHEALTHY, ['Unhealthy', 'Enferma', 'Enfermedad', 'Mortalidad- malformación en nodrizas']],
);
const status = defineSynonyms(
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
);
const chamber = defineSynonyms([true, ['Yes', 'Si', 'Sí', 'True']], [false, ['No', 'False']]);

/** What is said by the words that are there. */
export function deriveMeanings(words: Partial<BeehiveWords>): Partial<BeehiveMeanings> {
  const meanings: Partial<BeehiveMeanings> = {};
  if (words.activityLevel !== undefined) meanings.activity = activity(words.activityLevel);
  if (words.beePopulation !== undefined) meanings.population = population(words.beePopulation);
  if (words.hiveStatus !== undefined) meanings.status = status(words.hiveStatus);
  if (words.healthStatus !== undefined) meanings.health = health(words.healthStatus);
  if (words.hasProductionChamber !== undefined) meanings.productionChamber = chamber(words.hasProductionChamber);
  return meanings;
}
