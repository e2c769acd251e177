// Creates a personal access token for another program, and prints it: `node create-token.mjs NAME [READ|RECORD|MANAGE]`. It is shown only once.
import { logIn, PASSWORD, request } from './client.mjs';

const CREATE = `
  mutation ($input: CreatePersonalAccessTokenInput!) {
    createPersonalAccessToken(input: $input) { token }
  }`;

const [name = 'A program', scope = 'READ'] = process.argv.slice(2);
await logIn();
const input = { name, scope, password: PASSWORD, expiresInDays: 365 };
console.log((await request(CREATE, { input })).createPersonalAccessToken.token);
