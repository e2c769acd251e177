import { readFileSync, statSync } from 'node:fs';

/** The user that runs the server. PostgreSQL refuses to run as root. */
export interface ServerUser {
  uid: number;
  gid: number;
}

/** Returns the owner of existing data; for new data, the system user "postgres", else "nobody". */
export function findServerUser(dataDir: string): ServerUser {
  const data = statSync(dataDir, { throwIfNoEntry: false });
  if (data) return { uid: data.uid, gid: data.gid };
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const candidates = ['postgres', '_postgres', 'nobody'].map((name) => users.find((fields) => fields[0] === name));
  const user = candidates.find(Boolean);
  if (!user) throw new Error('PostgreSQL cannot run as root, and there is no user "postgres" or "nobody" to run it as');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}
