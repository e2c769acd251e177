// npm run admin -- grant EMAIL | revoke EMAIL: who is an administrator of this installation, running or not.
import 'reflect-metadata';
import { Role } from './access/permissions.js';
import { normalizeEmail } from './accounts/credentials.js';
import { environment, loadConfig } from './config.js';
import { migrate, provideDatabase } from './persistence/database.js';
import { openDatabase } from './persistence/orm.js';

const ROLES: Record<string, Role> = { grant: Role.ADMIN, revoke: Role.BEEKEEPER };

const [command = '', email = ''] = process.argv.slice(2);
const role = ROLES[command];
if (!role || email === '') {
  console.error('npm run admin -- grant EMAIL\nnpm run admin -- revoke EMAIL');
  process.exit(1);
}
const provided = await provideDatabase(loadConfig(environment()), () => {});
try {
  const { orm, pool } = await openDatabase(provided.server, 2);
  await migrate(orm);
  const change = 'update users set role = $1, updated_at = now() where email = $2';
  const { rowCount } = await pool.query(change, [role, normalizeEmail(email)]);
  await orm.close(true);
  if (rowCount === 0) {
    console.error(`There is no account with the address ${email}: register it first.`);
    process.exitCode = 1;
  } else {
    console.log(
      `${email} is ${role === Role.ADMIN ? 'an administrator' : 'a beekeeper'} now, in sessions that are open too.`,
    );
  }
} finally {
  await provided.stop();
}
