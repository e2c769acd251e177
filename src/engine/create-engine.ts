import type { Engine, EngineName } from './engine.js';
import { plain } from './plain.js';

/**
 * @param warn is called if a package has changed what the fast engine needs of it: then the plain one is returned
 */
export async function createEngine(name: EngineName, warn: (message: string) => void): Promise<Engine> {
  if (name === 'plain') return plain;
  try {
    const { findChanges } = await import('./package-changes.js');
    const changes = findChanges();
    if (changes.length === 0) return (await import('./fast.js')).fast;
    warn(`ENGINE=plain is used: the fast engine does not know ${changes.join(', ')}`);
  } catch (error) {
    warn(`ENGINE=plain is used: the fast engine cannot be loaded: ${String(error)}`);
  }
  return plain;
}
