// Logs in, sends operations and files, and waits until the step of an import is over.
import { setTimeout as wait } from 'node:timers/promises';

const service = process.env.SERVICE ?? 'http://127.0.0.1:4000';
let token = process.env.TOKEN;

export async function request(query, variables) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(`${service}/graphql`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = await response.json();
  if (errors) throw new Error(errors.map(({ message }) => message).join('; '));
  return data;
}

/** Keeps the token of the session. With one in TOKEN, there is nothing to do. */
export async function logIn() {
  if (token) return;
  const { EMAIL: email = 'demo@example.org', PASSWORD: password = 'Demo-hives-1' } = process.env;
  const mutation = 'mutation ($input: LogInInput!) { logIn(input: $input) { accessToken } }';
  token = (await request(mutation, { input: { email, password } })).logIn.accessToken;
}

export async function sendFile(path, bytes) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' };
  const response = await fetch(service + path, { method: 'PUT', headers, body: bytes });
  if (!response.ok) throw new Error((await response.json()).message);
}

const UNDER_WAY = ['READING', 'CHECKING', 'RUNNING', 'UNDOING'];
const PROGRESS = `query ($id: ID!) {
  fileImport(id: $id) { status rowsDone rowsTotal rowsWithProblems recordsCreated failure } }`;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 5000;

/** Looks again after pauses that grow: a small file is done at once, and a large one is not asked for all the time. */
export async function settled(id) {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, MAX_PAUSE_MS)) {
    const { fileImport } = await request(PROGRESS, { id });
    const { status, rowsDone, rowsTotal, failure } = fileImport;
    if (failure) throw new Error(failure);
    if (!UNDER_WAY.includes(status)) return fileImport;
    console.log(`${status}: ${rowsDone} of ${rowsTotal || '?'} rows`);
    await wait(pause);
  }
}
