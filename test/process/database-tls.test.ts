// DATABASE_URL with TLS: what the service does on a server that accepts its roles over TLS only, and which servers it refuses.
import { spawnSync } from 'node:child_process';
import { chownSync, copyFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '../../src/database/orm.js';
import { model } from '../../src/model.js';
import { type Certificate, CertificateAuthority, hasOpenssl } from '../support/certificates.js';
import { Client } from '../support/client.js';
import { PostgresServer } from '../support/postgres/server.js';
import { beekeeper } from '../support/world.js';
import { commandFile, createFolder, removeFolder, Service, until } from './service.js';

const PASSWORD = 'pollen-and-nectar';
/** `bees` is not accepted without TLS, and `drones` only with a certificate of a client. The test itself is `app`. */
const RULES = `hostssl all drones 127.0.0.1/32 cert
hostssl all bees 127.0.0.1/32 scram-sha-256
host all app 127.0.0.1/32 trust
`;

let folder: string;
let postgres: PostgresServer;
let trusted: CertificateAuthority;
let other: CertificateAuthority;

const databaseUrl = (query: string, host = 'localhost', user = `bees:${PASSWORD}`) =>
  `postgresql://${user}@${host}:${postgres.port}/hives?${query}`;
const verified = (ca = trusted) => `sslmode=verify-full&sslrootcert=${ca.cert}`;

function copyForServer(from: string, name: string): void {
  const { uid, gid } = statSync(postgres.dataDir);
  copyFileSync(from, join(postgres.dataDir, name));
  if (process.getuid?.() === 0) chownSync(join(postgres.dataDir, name), uid, gid);
}

/** New connections get this certificate. */
async function serve({ cert, key }: Certificate): Promise<void> {
  copyForServer(cert, 'server.pem');
  copyForServer(key, 'server.key');
  await configure('on');
}

async function configure(ssl: 'on' | 'off'): Promise<void> {
  await postgres.sql(`alter system set ssl = ${ssl}`);
  await postgres.sql('select pg_reload_conf()');
  while ((await postgres.sql<{ ssl: string }>('show ssl'))[0]!.ssl !== ssl);
}

/** @returns the reason for which the address is refused, or that the connection is or is not encrypted */
async function connect(url: string): Promise<string> {
  try {
    const { orm, pool } = await openDatabase(model, { url }, 1);
    try {
      const { rows } = await pool.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()');
      return rows[0].ssl ? 'encrypted' : 'in clear';
    } finally {
      await orm.close(true);
    }
  } catch (error) {
    return (error as Error).message;
  }
}

(hasOpenssl ? describe : describe.skip)('DATABASE_URL with TLS', () => {
  beforeAll(async () => {
    folder = createFolder();
    trusted = new CertificateAuthority(folder, 'trusted');
    other = new CertificateAuthority(folder, 'other');
    postgres = await PostgresServer.create(folder, {
      ssl_cert_file: 'server.pem',
      ssl_key_file: 'server.key',
      ssl_ca_file: 'ca.pem',
    });
    await postgres.sql(`create role bees login password '${PASSWORD}'; create role drones login in role bees`);
    await postgres.sql('create database hives owner bees');
    copyForServer(trusted.cert, 'ca.pem');
    writeFileSync(join(postgres.dataDir, 'pg_hba.conf'), RULES);
    await serve(trusted.issue('localhost'));
  }, 30_000);
  afterAll(async () => {
    await postgres?.stop();
    if (folder) removeFolder(folder);
  });

  it('the service and its commands work over TLS, and print nothing but their log', async () => {
    // pg itself would print a warning about this mode.
    const DATABASE_URL = databaseUrl(`sslmode=require&sslrootcert=${trusted.cert}`);
    const service = new Service(folder, {
      DATABASE_URL,
      DATABASE_REPLICA_URLS: databaseUrl(verified()),
      LOG_LEVEL: 'info',
    });
    try {
      const url = await service.ready();
      expect((await fetch(`${url}/readyz`)).status).toBe(200);
      const ana = await beekeeper({ url, anyone: new Client(url) });
      const apiary = await ana.apiary();
      expect((await ana.rest('GET', `/apiaries/${apiary}`)).status).toBe(200);
      // Ends the session in the database alone: the service reads it there.
      await postgres.sql('update sessions set ended_at = now()', 'hives');
      await until(async () => (await ana.rest('GET', '/apiaries')).status === 401);
      const status = spawnSync(process.execPath, [commandFile('migrate'), 'status'], {
        cwd: folder,
        env: { DATABASE_URL },
        encoding: 'utf8',
      });
      expect(status).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining(', 0 pending') });
    } finally {
      expect(await service.stop()).toBe(0);
    }
    expect(service.log.length).toBeGreaterThan(0);
    expect(service.output).not.toContain(PASSWORD);
  });

  it('a server that cannot be verified ends the start, with the reason and without the password', async () => {
    const refuse = async (url: string, reason: RegExp): Promise<void> => {
      const service = new Service(folder, { DATABASE_URL: url });
      expect(await service.ended()).toBe(1);
      expect(service.log).toEqual([expect.objectContaining({ level: 60, msg: expect.stringMatching(reason) })]);
      expect(service.output).not.toContain(PASSWORD);
    };
    await Promise.all([
      refuse(
        databaseUrl(verified(other)),
        /the database of DATABASE_URL: self-signed certificate in certificate chain/,
      ),
      // The certificate is that of localhost.
      refuse(databaseUrl(verified(), '127.0.0.1'), /of DATABASE_URL: .*IP: 127\.0\.0\.1 is not in the cert's list/),
      refuse(databaseUrl(`${verified()}x`), /of DATABASE_URL: ENOENT.*trusted\.pemx/),
    ]);
    await configure('off');
    await refuse(databaseUrl(verified()), /of DATABASE_URL: The server does not support SSL connections/);
    await configure('on');
  });

  it.each([
    // The mode, then what it does without a CA, and with one at an address that the certificate does not name.
    ['', /^in clear$/, /altnames/],
    ['sslmode=disable', /^in clear$/, /^in clear$/],
    ['sslmode=no-verify', /^encrypted$/, /^encrypted$/],
    ['sslmode=prefer', /certificate/, /altnames/],
    ['sslmode=require', /certificate/, /altnames/],
    ['sslmode=verify-ca', /certificate/, /altnames/],
    ['sslmode=verify-full', /certificate/, /altnames/],
    ['sslmode=misspelled', /certificate/, /altnames/],
    ['uselibpqcompat=true&sslmode=require', /^encrypted$/, /^encrypted$/],
    ['uselibpqcompat=true&sslmode=verify-ca', /requires specifying a CA/, /^encrypted$/],
  ])('%s', async (mode, withoutCa, atOtherAddress) => {
    expect(await connect(databaseUrl(mode, 'localhost', 'app'))).toMatch(withoutCa);
    const query = `${mode}&sslrootcert=${trusted.cert}`;
    expect(await connect(databaseUrl(query, '127.0.0.1', 'app'))).toMatch(atOtherAddress);
  });

  it('a certificate of the client is sent, and that of a server may name an IP address', async () => {
    const { cert, key } = trusted.issue('drones');
    const url = databaseUrl(verified(), 'localhost', 'drones');
    expect(await connect(url)).toMatch(/valid client certificate/);
    expect(await connect(`${url}&sslcert=${cert}&sslkey=${key}`)).toBe('encrypted');
    await serve(trusted.issue('address', 'IP:127.0.0.1'));
    expect(await connect(databaseUrl(verified(), '127.0.0.1'))).toBe('encrypted');
  });
});
