// The descriptions of the schema and the messages of errors in the words of the REST API, whose users know no fields and mutations of GraphQL.
// A message has the names of fields in backticks, but for that at its beginning, which `Endpoint.message` translates.
import type { JsonSchema } from './schemas.js';

/** What a description or a message says, and what is said over REST. Tests assert that no other name of the schema is left. */
const REST_WORDS: readonly (readonly [graphql: string, rest: string])[] = [
  [
    ' that others share with you are included. If omitted, they are.',
    ' that others share with you are included. If omitted, only if `show_shared_apiaries` of the account is true.',
  ],
  ['Whether `GET /api/v1/apiaries` also lists', 'Whether `GET /apiaries` also lists'],
  ['use `recordLoss` or `uniteBeehives`.', 'record that with another client: this API cannot.'],
  [
    ': `zoneReason` states why they do. `updateBeehive` has none: use `moveBeehive`.',
    ': another client states why they do.',
  ],
  [': `correctBeehivePlacement` corrects that.', '.'],
  ['`PUT /api/v1/imports/{id}/file`', '`PUT /imports/{id}/file`'],
  ['`skipProblems`', '`skip_problems`'],
  ['`unitCost`', '`unit_cost`'],
  [
    'The amount in the smallest unit of `currency` (cents)',
    'The cost of one unit, in the smallest unit of `currency` (cents), given together with the currency',
  ],
  ['An ISO 4217 code, such as `COP`.', 'An ISO 4217 code, such as `COP`, given together with the unit cost.'],
  ['`expectedVersion`', '`If-Match`'],
  ['`endedOn`', '`end_date`'],
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
    'The mutations of one transaction, `atomic` operations or an operation with an Idempotency-Key, take more than 5 seconds: send fewer at once.',
    'A request with an `Idempotency-Key` takes more than 5 seconds: send less at once.',
  ],
];

export function toRestWords(said: string): string {
  return REST_WORDS.reduce((text, [graphql, rest]) => text.replaceAll(graphql, rest), said);
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
