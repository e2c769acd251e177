// The entry point; `--version` only prints the version. V8's compiled code is cached in node_modules/.cache, which shortens the next start by
// a third; without write access there, the code is compiled on each start.
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import './http/stop-signals.js';

module.enableCompileCache?.(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)));
if (process.argv.includes('--version')) console.log((await import('./observability/version.js')).versionText());
else await import('./server.js');
