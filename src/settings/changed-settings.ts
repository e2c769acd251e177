import { SECRETS } from './secret-files.js';
import { settings } from './settings.js';

/** @param given valid settings. @returns the texts of those that differ from the default values, for the log */
export function changedSettings(given: Record<string, string | undefined>): Record<string, string> {
  const names = Object.keys(settings.shape).filter((name) => given[name]);
  const defaults = settings.parse({}) as Record<string, unknown>;
  const values = settings.parse(Object.fromEntries(names.map((name) => [name, given[name]]))) as Record<
    string,
    unknown
  >;
  const isChanged = (name: string): boolean => JSON.stringify(values[name]) !== JSON.stringify(defaults[name]);
  return Object.fromEntries(
    names.filter(isChanged).map((name) => [name, SECRETS.includes(name) ? 'set' : given[name]!]),
  );
}
