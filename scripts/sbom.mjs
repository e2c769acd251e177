// Writes sbom.json (CycloneDX): the packages of a production install, for all platforms, and those that are bundled into its pages. The
// same lock file produces the same output.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { packagesOf, projects } from './supply-chain-rules.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const args = ['--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only', '--loglevel=error'];
const { status, stdout, stderr, error } = spawnSync('npm', ['sbom', ...args], {
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
  shell: process.platform === 'win32',
});
if (status !== 0) {
  console.error(`npm sbom failed: ${error?.message ?? (stderr || stdout)}`);
  process.exit(1);
}
const sbom = JSON.parse(stdout);
// npm itself would leave out the packages that are bundled, and with --omit=dev also those that development needs as well.
const [service] = projects();
const shipped = packagesOf(service).filter(({ isShipped }) => isShipped);
const refOf = ({ name, version }) => `${name}@${version}`;
const refs = new Set(shipped.map(refOf));
const required = new Set(shipped.filter(({ optional, devOptional }) => !optional && !devOptional).map(refOf));
const root = sbom.metadata.component['bom-ref'];
sbom.components = sbom.components
  .filter((component) => refs.has(component['bom-ref']))
  .map(({ properties, ...component }) => ({
    ...component,
    scope: required.has(component['bom-ref']) ? 'required' : 'optional',
    properties: properties.filter(({ name }) => name !== 'cdx:npm:package:development'),
  }));
sbom.dependencies = sbom.dependencies
  .filter(({ ref }) => ref === root || refs.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }));
const hash = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
sbom.serialNumber = `urn:uuid:${hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')}`;
delete sbom.metadata.timestamp;
// npm would use the name of the folder.
sbom.metadata.component.name = JSON.parse(readFileSync('package.json', 'utf8')).name;
writeFileSync('sbom.json', `${JSON.stringify(sbom, null, 2)}\n`);
console.log(`sbom.json: ${sbom.components.length} packages`);
