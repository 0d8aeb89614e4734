import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, forwardSignals, isBuilt, pinnedNode, root, run } from './prepare.mjs';
import { supervise } from './supervise.mjs';

// `npm start`: installs if needed, builds if stale, then runs the server and starts it again when it falls. Its flags (package.json) are the
// server's: what that has just thrown away may take 48 MB, not the 134 that Node takes on a large machine.

forwardSignals();
await ensureInstalled();
if (!isBuilt()) {
  // A wrong setting is told before the build, not a minute later.
  const code = await run(pinnedNode, [join(root, 'scripts/check-environment.ts')]);
  if (code !== 0) process.exit(code);
}
await ensureBuilt();

for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP']))
  process.removeAllListeners(signal);
process.exit(await supervise(pinnedNode, [...process.execArgv, join(root, 'dist/server.mjs')]));
