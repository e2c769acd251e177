// Protects an account with a second factor, logs in with it and with a recovery code, and turns it off. The account is one of its own, which
// it deletes. Only the functions at the end are the work of an authenticator app.
import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { Client, RequestError } from './client.mjs';

const email = `example-${randomUUID()}@example.org`;
const password = 'Colmenas-7';
const REGISTER = 'mutation ($input: RegisterInput!) { register(input: $input) { accessToken } }';
const LOG_IN = 'mutation ($input: LogInInput!) { logIn(input: $input) { accessToken } }';

const client = new Client();
client.token = (
  await client.request(REGISTER, { input: { username: 'Example', email, password } })
).register.accessToken;

// The app shows `uri` as a QR code, and `key` for those who type it.
const { beginSecondFactor } = await client.request(
  'mutation ($input: BeginSecondFactorInput!) { beginSecondFactor(input: $input) { key uri } }',
  { input: { password } },
);
console.log(`Scan: ${beginSecondFactor.uri}`);
const firstCode = codeNow(beginSecondFactor.key);
const { confirmSecondFactor } = await client.request(
  'mutation ($input: ConfirmSecondFactorInput!) { confirmSecondFactor(input: $input) { recoveryCodes } }',
  { input: { secondFactorCode: firstCode } },
);
console.log(`Print and keep: ${confirmSecondFactor.recoveryCodes.join(' ')}`);

// A log-in tells a wrong password from a code that is missing, so that the field for it need not be there before.
const phone = new Client();
const logIn = (fields) => phone.request(LOG_IN, { input: { email, password, ...fields } });
assert.equal(await reasonOf(logIn({ password: 'Zanganos-7' })), 'INVALID_CREDENTIALS');
assert.equal(await reasonOf(logIn({})), 'SECOND_FACTOR_REQUIRED');
// The code that turned the second factor on is spent; the next time step is accepted already.
assert.equal(await reasonOf(logIn({ secondFactorCode: firstCode })), 'SECOND_FACTOR_INVALID');
phone.token = (await logIn({ secondFactorCode: codeNow(beginSecondFactor.key, 1) })).logIn.accessToken;
await logIn({ secondFactorCode: confirmSecondFactor.recoveryCodes[0] });
const { me } = await phone.request('{ me { hasSecondFactor recoveryCodesLeft } }');
assert.deepEqual(me, { hasSecondFactor: true, recoveryCodesLeft: 9 });
console.log('Logged in with a code, and with a recovery code: 9 are left.');

await phone.request('mutation ($input: DisableSecondFactorInput!) { disableSecondFactor(input: $input) { success } }', {
  input: { password, secondFactorCode: confirmSecondFactor.recoveryCodes[1] },
});
await logIn({});
await phone.request('mutation ($input: DeleteMyAccountInput!) { deleteMyAccount(input: $input) { success } }', {
  input: { password },
});
console.log('Turned off again: the password was enough. The account is deleted.');

async function reasonOf(request) {
  const error = await request.then(assert.fail, (refusal) => refusal);
  if (error instanceof RequestError) return error.reason;
  throw error;
}

/** RFC 6238: the code of the current time step, or of a later one. */
function codeNow(key, later = 0) {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later));
  const mac = createHmac('sha1', decodeBase32(key)).update(counter).digest();
  const number = mac.readUInt32BE(mac.at(-1) & 15) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, '0');
}

function decodeBase32(text) {
  const bits = [...text].map((character) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(character).toString(2).padStart(5, '0'),
  );
  return Buffer.from(
    bits
      .join('')
      .match(/.{8}/g)
      .map((byte) => Number.parseInt(byte, 2)),
  );
}
