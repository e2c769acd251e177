import { readFileSync, statSync } from 'node:fs';

/** The user that runs the server. PostgreSQL refuses to be root. */
export interface ServerUser {
  uid: number;
  gid: number;
}

/** Whoever owns the data that are there; to begin with, the machine's own "postgres", else "nobody". */
export function findServerUser(dataDir: string): ServerUser {
  const data = statSync(dataDir, { throwIfNoEntry: false });
  if (data) return { uid: data.uid, gid: data.gid };
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const candidates = ['postgres', '_postgres', 'nobody'].map((name) => users.find((fields) => fields[0] === name));
  const user = candidates.find(Boolean);
  if (!user)
    throw new Error('PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it as');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}
