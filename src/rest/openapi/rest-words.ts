// The descriptions of the schema, in the words of the REST API: a reader of openapi.json knows no fields and mutations of GraphQL.
import type { JsonSchema } from './schemas.js';

/** What a description of the schema says, and what is said over REST. A test asserts that no other name of the schema is left. */
const REST_WORDS: readonly (readonly [graphql: string, rest: string])[] = [
  [
    ' If omitted, they are; over `/api/v1`, and with `asInApp`, only if `User.showSharedApiaries` is true.',
    ' If omitted, only if `show_shared_apiaries` of the account is true.',
  ],
  [
    'The `user_id` of the apiary in `/api/v1`: your id if `User.showSharedApiaries` is true,',
    'Your id if `show_shared_apiaries` of the account is true,',
  ],
  ['Whether `GET /api/v1/apiaries` also lists', 'Whether `GET /apiaries` also lists'],
  ['use `recordLoss` or `uniteBeehives`.', 'record that with another client: this API cannot.'],
  [': `correctPlacement` corrects that.', '.'],
  ['`unitCost`', '`unit_cost`'],
  ['`expectedVersion`', '`If-Match`'],
  ['As `answerType`, but CHOICE', 'The type. CHOICE'],
  ['`endedOn`', '`end_date`'],
  ['`healthScore`, or 0 if there is none.', 'The average health, or 0 if there is none.'],
  [' (`Answer.score`)', ''],
  ['`minimumStock`', '`minimum_stock`'],
  ['one `recordVisit` share', 'one visit share'],
  ['`refreshSession` exchanges', '`POST /auth/refresh` exchanges'],
  ['`activityLevel`', '`activity_level`'],
  ['`beePopulation`', '`bee_population`'],
  ['`hiveStatus`', '`hive_status`'],
  ['`healthStatus`', '`health_status`'],
  ['`hasProductionChamber`', '`has_production_chamber`'],
  ['The dose as text: `doseText`, or else `dose`.', 'The dose as text.'],
  [' (`Beehive.withdrawalUnknown`)', ''],
  [' Over GraphQL, `current` has its version, what has changed since and who changed it.', ''],
  [
    'The mutations of one transaction, an atomic push or an operation with an Idempotency-Key, take more than 5 seconds: send fewer at once.',
    'A request with an `Idempotency-Key` takes more than 5 seconds: send less at once.',
  ],
];

/** Fields of the schema that exist for this API say so to clients of GraphQL. */
const OWN_FIELD = /Exists for `\/api\/v1`: (.)/g;

export function toRestWords(description: string): string {
  const own = description.replace(OWN_FIELD, (_, first: string) => first.toUpperCase());
  return REST_WORDS.reduce((text, [graphql, rest]) => text.replaceAll(graphql, rest), own);
}

/** Replaces every description in a part of the document. */
export function describeInRestWords<T>(part: T): T {
  if (Array.isArray(part)) return part.map(describeInRestWords) as T;
  if (part === null || typeof part !== 'object') return part;
  const entries = Object.entries(part as JsonSchema).map(([key, value]) => [
    key,
    key === 'description' && typeof value === 'string' ? toRestWords(value) : describeInRestWords(value),
  ]);
  return Object.fromEntries(entries) as T;
}
