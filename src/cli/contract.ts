// What operators and programs rely on beside the two APIs: the names of settings, of metrics with their labels, and of the lists and columns that
// are restored from an archive. `npm run lint` compares the lines with those of the last release.
import type { Pool } from 'pg';
import { register } from 'prom-client';
import { readMetadata } from '../database/orm.js';
import { Table } from '../database/where.js';
import { ENTITY_LISTS } from '../documents/export/export-lists.js';
import { model } from '../model.js';
import { Metrics } from '../observability/metrics.js';
import { RESTORED_LISTS } from '../records/archived.js';
import { PROVIDER_SETTINGS } from '../settings/oidc.js';
import { fileOf, secretFiles } from '../settings/secret-files.js';
import { settings } from '../settings/settings.js';

/** @returns the text of contract.txt, a line for each name */
export function writeContract(): string {
  const lines = [...settingLines(), ...metricLines(), ...archiveLines()];
  return `${lines.sort().join('\n')}\n`;
}

const settingLines = (): string[] =>
  [
    ...Object.keys(settings.shape),
    ...secretFiles,
    ...PROVIDER_SETTINGS.map((name) => `OIDC_<NAME>_${name}`),
    fileOf('OIDC_<NAME>_CLIENT_SECRET'),
  ].map((name) => `setting ${name}`);

function metricLines(): string[] {
  // Nothing is measured: the pool is asked when metrics are.
  new Metrics({} as Pool, 1);
  return register
    .getMetricsAsArray()
    .map((metric) => metric as typeof metric & { labelNames?: string[] })
    .filter(({ name }) => name.startsWith('beekeeping_'))
    .flatMap(({ name, labelNames = [] }) => [
      `metric ${name}`,
      ...labelNames.map((label) => `metric ${name}.${label}`),
    ]);
}

function archiveLines(): string[] {
  const metadata = readMetadata(model);
  return ENTITY_LISTS.filter(({ name }) => RESTORED_LISTS.has(name)).flatMap(({ name, type, columns }) =>
    [...Table.of(metadata.getByClassName(type.name)).columns.values()]
      .filter(({ selectItem }) => selectItem)
      .map(({ rowName }) => `archive ${name}.${(columns as Record<string, string>)[rowName] ?? rowName}`),
  );
}
