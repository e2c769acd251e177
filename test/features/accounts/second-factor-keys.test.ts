// The secrets of second factors are encrypted with a key of JWT_SECRET, and survive its rotation.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SecretBox } from '../../../src/shared/secret-box.js';
import { startTestApp, type TestApp } from '../../support/client.js';
import { cloneDatabase, type TestDatabase } from '../../support/database.js';
import { currentCode } from '../../support/totp.js';
import { forgetCodes, guarded, overRest } from './second-factor.fixture.js';

const OLD = 'the old secret of this test, of more than 32 bytes';
const NEW = 'the new secret of this test, of more than 32 bytes';

describe('the encryption', () => {
  const [one, two] = [Buffer.from(OLD), Buffer.from(NEW)];
  it('is read by each key, by nobody else, in no other row, and not when it was altered', () => {
    const box = new SecretBox([one], 'tests');
    const sealed = box.seal('secret', 'ana');
    expect(Buffer.from(sealed.secret, 'base64url').toString('latin1')).not.toContain('secret');
    expect(box.seal('secret', 'ana').secret).not.toBe(sealed.secret);
    expect(new SecretBox([two, one], 'tests').open(sealed, 'ana')).toBe('secret');
    expect(new SecretBox([two], 'tests').open(sealed, 'ana')).toBeUndefined();
    expect(new SecretBox([one], 'another purpose').open(sealed, 'ana')).toBeUndefined();
    expect(box.open(sealed, 'luz')).toBeUndefined();
    const bytes = Buffer.from(sealed.secret, 'base64url');
    for (let i = 0; i < bytes.length; i++) {
      const altered = Buffer.from(bytes);
      altered[i]! ^= 1;
      expect(box.open({ ...sealed, secret: altered.toString('base64url') }, 'ana')).toBeUndefined();
    }
    for (const secret of ['', 'AAAA', 'A'.repeat(37)]) expect(box.open({ ...sealed, secret }, 'ana')).toBeUndefined();
  });
});

describe('a rotation of JWT_SECRET', () => {
  let database: TestDatabase;
  let apps: Record<'before' | 'accepting' | 'signing' | 'after', TestApp>;
  beforeAll(async () => {
    database = await cloneDatabase();
    const start = (settings: Record<string, string>): Promise<TestApp> => startTestApp(settings, database);
    apps = {
      before: await start({ JWT_SECRET: OLD }),
      accepting: await start({ JWT_SECRET: OLD, JWT_SECRET_PREVIOUS: NEW }),
      signing: await start({ JWT_SECRET: NEW, JWT_SECRET_PREVIOUS: OLD }),
      after: await start({ JWT_SECRET: NEW }),
    };
  });
  afterAll(async () => {
    for (const app of Object.values(apps)) await app.close();
    await database.drop();
  });

  it('locks nobody out, of those either who do not log in meanwhile', async () => {
    const { ana, secret } = await guarded(apps.before);
    const logIn = async (app: TestApp) => {
      await forgetCodes(app, ana);
      return (await overRest(app.anyone, ana.email, await currentCode(secret))).reason ?? 'in';
    };
    expect([await logIn(apps.before), await logIn(apps.accepting), await logIn(apps.signing)]).toEqual([
      'in',
      'in',
      'in',
    ]);
    expect(await apps.before.app.encrypted.renew()).toBe(0);
    await apps.signing.app.encrypted.renew();
    expect(await apps.signing.app.encrypted.renew()).toBe(0);
    expect([await logIn(apps.accepting), await logIn(apps.signing), await logIn(apps.after)]).toEqual([
      'in',
      'in',
      'in',
    ]);
  });

  it('at once, without the previous secret, leaves the recovery codes', async () => {
    const { ana, secret, recoveryCodes } = await guarded(apps.before);
    const { anyone } = apps.after;
    expect((await overRest(anyone, ana.email, await currentCode(secret))).reason).toBe('SECOND_FACTOR_INVALID');
    expect((await overRest(anyone, ana.email, recoveryCodes[0])).status).toBe(200);
  });
});
