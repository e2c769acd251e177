import { SECRETS } from './secret-files.js';
import { type Settings, settings } from './settings.js';

/** @param given the texts of the settings, and their values. @returns the texts of those that differ from the default values, for the log */
export function changedSettings(given: Record<string, string | undefined>, values: Settings): Record<string, string> {
  const defaults = settings.parse({});
  const isChanged = (name: keyof Settings): boolean => JSON.stringify(values[name]) !== JSON.stringify(defaults[name]);
  const names = (Object.keys(settings.shape) as (keyof Settings)[]).filter((name) => given[name] && isChanged(name));
  return Object.fromEntries(names.map((name) => [name, SECRETS.includes(name) ? 'set' : given[name]!]));
}
