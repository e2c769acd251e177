// Helpers of the cases: a fresh account per case, both APIs, and the way of a file from upload to records.
/** The service, whose address is known when the cases run. */
const base = () => process.env.IMPORT_CASES_AT;

let counter = 0;
const stamp = Date.now().toString(36);
/** A new account and functions that act as it. */
export async function account({ timeZone = 'UTC', language, email, password = 'Kept-bees-since-1987' } = {}) {
  email ??= `case-${stamp}-${++counter}@example.org`;
  const made = await gql(
    undefined,
    `mutation($i: RegisterInput!) { register(input: $i) { accessToken user { id email } } }`,
    {
      i: { email, password, username: `Case ${counter}`, timeZone, longLived: true },
    },
    language,
  );
  const { accessToken: token, user } = must(made).register;
  const me = {
    token,
    email,
    password,
    user,
    gql: async (query, variables) => gql(token, query, variables, language),
    ask: async (query, variables) => must(await gql(token, query, variables, language)),
    rest: (method, path, body, headers) =>
      rest(token, method, path, body, { 'accept-language': language ?? 'en', ...headers }),
    importFile: (text, options) => importFile(me, text, options),
    runImport: (id, skip = true) => runImport(me, id, skip),
  };
  if (language)
    await me.gql(`mutation($i: UpdateProfileInput!) { updateProfile(input: $i) { user { id } } }`, {
      i: { language: language.toUpperCase() },
    });
  return me;
}
export async function gql(token, query, variables, language) {
  const answer = await fetch(`${base()}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'accept-language': language ?? 'en',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ query, variables }),
  });
  return answer.json();
}
export function must(answer) {
  if (answer.errors)
    throw new Error(
      answer.errors.map((e) => `${e.extensions?.reason ?? e.extensions?.code ?? ''} ${e.message}`).join(' | '),
    );
  return answer.data;
}
export const reasonOf = (answer) => answer.errors?.[0]?.extensions?.reason ?? answer.errors?.[0]?.extensions?.code;
export async function rest(token, method, path, body, headers = {}) {
  const isText = typeof body === 'string' || body instanceof Uint8Array;
  const answer = await fetch(`${base()}/api/v1${path}`, {
    method,
    headers: {
      ...(body !== undefined && !isText && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: body === undefined ? undefined : isText ? body : JSON.stringify(body),
  });
  const text = await answer.text();
  let json;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { status: answer.status, json, text, headers: answer.headers };
}
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
/** Waits until an import has one of the states. */
export async function settled(me, id, done) {
  for (let i = 0; i < 600; i += 1) {
    const { json } = await me.rest('GET', `/imports/${id}`);
    if (done.includes(json.status)) return json;
    await wait(100);
  }
  throw new Error('the import did not settle');
}
/** Sends a file and waits until its rows are checked. @returns the import, its sheets, and its rows by number */
export async function importFile(me, content, { name = 'records.csv', sheets } = {}) {
  const made = await me.rest('POST', '/imports', { file_name: name });
  if (made.status !== 201) throw new Error(`POST /imports: ${made.status} ${made.text}`);
  const { id } = made.json;
  await me.rest('PUT', `/imports/${id}/file`, content, { 'content-type': 'application/octet-stream' });
  let state = await settled(me, id, ['READY', 'FAILED']);
  if (sheets) {
    const changed = await me.rest('PUT', `/imports/${id}`, { sheets });
    if (changed.status !== 202) throw new Error(`PUT /imports: ${changed.status} ${changed.text}`);
    state = await settled(me, id, ['READY', 'FAILED']);
  }
  return { id, ...state, rows: state.status === 'READY' ? await rowsOf(me, id) : [] };
}
export async function rowsOf(me, id) {
  const { json } = await me.rest('GET', `/imports/${id}/rows?first=500`);
  return Array.isArray(json) ? json : (json.rows ?? json.nodes ?? []);
}
export async function runImport(me, id, skip = true) {
  const run = await me.rest('POST', `/imports/${id}/run`, { skip_problems: skip });
  if (run.status !== 202) throw new Error(`run: ${run.status} ${run.text}`);
  const state = await settled(me, id, ['DONE', 'FAILED', 'CANCELED']);
  return { ...state, rows: await rowsOf(me, id) };
}
export const fieldOf = (sheet, heading) => sheet.columns.find((column) => column.heading === heading)?.field ?? null;
export const day = (offset) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

// What the cases ask of an account.
export async function yard(me, name, timeZone = 'UTC') {
  return (
    await me.ask('mutation($i: CreateApiaryInput!) { createApiary(input: $i) { apiary { id } } }', {
      i: { name, timeZone },
    })
  ).createApiary.apiary.id;
}
export async function hive(me, apiaryId, beehiveNumber, { placedOn, ...state } = {}) {
  const more = { ...(placedOn && { placedOn }), ...(Object.keys(state).length > 0 && { state }) };
  return (
    await me.ask('mutation($i: CreateBeehiveInput!) { createBeehive(input: $i) { beehive { id } } }', {
      i: { apiaryId, beehiveNumber, ...more },
    })
  ).createBeehive.beehive.id;
}
/** An account with one apiary, and a file that was imported into it without its rows with problems. */
export async function taken(text, { timeZone = 'UTC', language, apiary = 'Home yard', ...options } = {}) {
  const me = await account({ timeZone, language });
  if (apiary) await yard(me, apiary, timeZone);
  return again(me, text, options);
}
export async function again(me, text, options) {
  const preview = await me.importFile(text, options);
  const done = preview.status === 'READY' ? await me.runImport(preview.id) : undefined;
  return {
    me,
    preview,
    done,
    sheet: preview.sheets?.[0],
    status: (row) => done?.rows.find((one) => one.row === row)?.status,
    flagged: (row) => (preview.rows.find((one) => one.row === row)?.problems ?? []).length > 0,
  };
}
/** Every hive, living or ended, with what was recorded of it. */
export async function hives(me) {
  const { beehives } = await me.ask(`{ beehives(filter: { life: ANY }, first: 200) { nodes {
    id label beehiveNumber endedOn hiveStatus healthStatus broodFrames foodFrames observations apiary { name }
    inspections(first: 100) { nodes { occurredAt notes } }
    miteCounts(first: 100) { nodes { countedOn mites bees per100 perDay method notes } }
    treatments(first: 100) { nodes { productName startedOn endedOn withdrawalDays plannedDays finalResult status } } } } }`);
  return beehives.nodes.map((h) => ({
    ...h,
    inspections: h.inspections.nodes,
    miteCounts: h.miteCounts.nodes,
    treatments: h.treatments.nodes,
  }));
}
export const honey = async (me) =>
  (await me.ask('{ harvests(first: 200) { nodes { grams status notes } } }')).harvests.nodes.reduce(
    (sum, { grams }) => sum + grams,
    0,
  );
export const queens = async (me) => (await me.ask('{ queens(first: 200) { nodes { name year notes } } }')).queens.nodes;
export const stock = async (me) =>
  (
    await me.ask(
      '{ apiaries { nodes { inventoryItems(first: 200) { nodes { itemName quantity unit description } } } } }',
    )
  ).apiaries.nodes.flatMap((a) => a.inventoryItems.nodes);
/** All words that the records of the account contain. */
export const words = async (me) =>
  JSON.stringify([
    await hives(me),
    await queens(me),
    await stock(me),
    (await me.ask('{ harvests(first: 200) { nodes { notes } } }')).harvests.nodes,
  ]);
export const count = (text, part) => text.split(part).length - 1;
