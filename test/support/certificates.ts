// Certificates as an operator makes them, by OpenSSL.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const hasOpenssl = /^OpenSSL 3/.test(spawnSync('openssl', ['version'], { encoding: 'utf8' }).stdout ?? '');
if (!hasOpenssl)
  process.stderr.write(
    'OpenSSL 3 was not found, so tests with certificates are SKIPPED (Debian: apt-get install openssl).\n',
  );

export interface Certificate {
  cert: string;
  key: string;
}

/** A certificate authority. Its paths are those of PEM files in the folder. */
export class CertificateAuthority {
  readonly cert: string;
  private readonly key: string;

  constructor(
    private readonly folder: string,
    name: string,
  ) {
    ({ cert: this.cert, key: this.key } = this.create(name, [], ['basicConstraints=critical,CA:TRUE']));
  }

  /** @param alternative such as `DNS:localhost` or `IP:127.0.0.1` */
  issue(name: string, alternative = `DNS:${name}`): Certificate {
    return this.create(name, ['-CA', this.cert, '-CAkey', this.key], [`subjectAltName=${alternative}`]);
  }

  private create(name: string, signer: string[], extensions: string[]): Certificate {
    const [cert, key, config] = ['pem', 'key', 'cnf'].map((ending) => join(this.folder, `${name}.${ending}`));
    // The configuration of the system would add extensions of its own.
    writeFileSync(config!, '[req]\ndistinguished_name = dn\n[dn]\n');
    const type = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
    const files = ['-config', config!, '-keyout', key!, '-out', cert!];
    const added = extensions.flatMap((extension) => ['-addext', extension]);
    execFileSync('openssl', ['req', ...type, ...files, '-subj', `/CN=${name}`, ...signer, ...added], { stdio: 'pipe' });
    chmodSync(key!, 0o600);
    return { cert: cert!, key: key! };
  }
}
