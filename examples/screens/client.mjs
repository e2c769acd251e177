// Logs in as the demo account and sends one operation. The screens share it; a page in a browser needs the same lines.
const url = process.env.GRAPHQL ?? `${process.env.SERVICE ?? 'http://127.0.0.1:4000'}/graphql`;
let token;

export async function request(query, variables) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
  const { data, errors } = await response.json();
  if (errors) throw new Error(errors.map(({ message }) => message).join('; '));
  return data;
}

export const PASSWORD = 'Demo-hives-1';

export async function logIn(email = 'demo@example.org', password = PASSWORD) {
  const mutation = 'mutation ($input: LogInInput!) { logIn(input: $input) { accessToken } }';
  token = (await request(mutation, { input: { email, password } })).logIn.accessToken;
}

/** A program that runs for long has a personal access token of its own, which allows no more than it needs (docs/tokens.md). */
export function sendToken(given) {
  if (!given) throw new Error("There is no TOKEN: make one with `node create-token.mjs 'Wall display'`");
  token = given;
}

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (value) => String(value ?? '').replace(/[&<>"']/g, (character) => ENTITIES[character]);
class Html {
  constructor(text) {
    this.text = text;
  }
  toString() {
    return this.text;
  }
}
const write = (value) =>
  Array.isArray(value) ? value.map(write).join('') : value instanceof Html ? value.text : escapeHtml(value);

/** A template of HTML: values are escaped, unless they are such templates themselves. */
export const html = (parts, ...values) => new Html(String.raw({ raw: parts }, ...values.map(write)));
