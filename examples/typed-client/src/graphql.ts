// GraphQL with typed documents: the compiler derives the variables and the result of each document from schema.graphql.
import assert from 'node:assert/strict';
import type { TypedDocumentString } from './generated/graphql.js';
import { graphql } from './generated/index.js';

const address = `${process.env.SERVICE ?? 'http://127.0.0.1:4000'}/graphql`;
let token: string | undefined;

interface ErrorResponse {
  message: string;
  extensions: { code: string; reason?: string; fields?: { field: string; message: string }[] };
}

class RequestError extends Error {
  constructor(readonly error: ErrorResponse) {
    super(`${error.extensions.code}: ${error.message}`);
  }
}

/** A root field is null only beside its error, which is thrown here. */
type Complete<Result> = { [Field in keyof Result]: NonNullable<Result[Field]> };

/** Sends a document. @throws RequestError with the first error of the response */
async function request<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  ...[variables]: Variables extends Record<string, never> ? [] : [Variables]
): Promise<Complete<Result>> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query: document, variables }),
  });
  const { data, errors } = (await response.json()) as { data: Complete<Result>; errors?: [ErrorResponse] };
  if (errors) throw new RequestError(errors[0]);
  return data;
}

const LogIn = graphql(`
  mutation LogIn($input: LogInInput!) {
    logIn(input: $input) {
      accessToken
      user {
        username
      }
    }
  }
`);

const NeedAttention = graphql(`
  query NeedAttention($health: [HealthCondition!]!) {
    apiaries {
      nodes {
        id
        name
        beehivesCount
        beehives(filter: { health: $health }) {
          nodes {
            id
            label
            health
            healthStatus
            lastInspection {
              occurredAt
            }
          }
        }
      }
    }
  }
`);

const CreateBeehive = graphql(`
  mutation CreateBeehive($input: CreateBeehiveInput!) {
    createBeehive(input: $input) {
      beehive {
        id
        health
      }
    }
  }
`);

const DeleteBeehive = graphql(`
  mutation DeleteBeehive($id: ID!) {
    deleteBeehive(input: { id: $id }) {
      deletedId
    }
  }
`);

const LogOut = graphql(`
  mutation LogOut {
    logOut {
      success
    }
  }
`);

const { logIn } = await request(LogIn, { input: { email: 'demo@example.org', password: 'Demo-hives-1' } });
token = logIn.accessToken;
console.log(`GraphQL: logged in as ${logIn.user.username}`);

const queryHivesThatNeedAttention = () => request(NeedAttention, { health: ['AT_RISK', 'UNHEALTHY'] });
const { apiaries } = await queryHivesThatNeedAttention();
const [apiary] = apiaries.nodes;
assert(apiary, 'the demo account has apiaries');
for (const { name, beehivesCount, beehives } of apiaries.nodes) {
  assert(beehives, 'a field with arguments is null if it is refused');
  assert(beehives.nodes.every(({ health }) => health === 'AT_RISK' || health === 'UNHEALTHY'));
  const hives = beehives.nodes.map(({ label, healthStatus }) => `${label} (${healthStatus})`);
  console.log(`  ${name}: ${hives.length} of ${beehivesCount} hives need attention: ${hives.join(', ')}`);
}

const { createBeehive } = await request(CreateBeehive, {
  input: { apiaryId: apiary.id, state: { healthStatus: 'Presencia barroa' } },
});
const hive = createBeehive.beehive;
try {
  assert.equal(hive.health, 'AT_RISK');
  const listed = (await queryHivesThatNeedAttention()).apiaries.nodes.flatMap(({ beehives }) => beehives?.nodes ?? []);
  assert(listed.some(({ id }) => id === hive.id));
  console.log(`  created a hive with "Presencia barroa", whose meaning is ${hive.health}: the query returns it`);
} finally {
  await request(DeleteBeehive, { id: hive.id });
}
console.log('  deleted it');

const refused = await request(CreateBeehive, { input: { apiaryId: apiary.id, broodFrames: -1 } }).catch(
  (error: unknown) => error,
);
assert(refused instanceof RequestError, 'a negative number of brood frames is refused');
const { code, fields } = refused.error.extensions;
assert.equal(code, 'BAD_USER_INPUT');
assert.equal(fields?.[0]?.field, 'broodFrames');
console.log(`  tried to create one with -1 brood frames: ${code}, "${refused.error.message}"`);

await request(LogOut);
console.log('  logged out');
