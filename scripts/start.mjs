import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, forwardSignals, isBuilt, pinnedNode, root, run } from './prepare.mjs';

// `npm start`: installs if needed, builds if stale, then becomes the server. Its flags (package.json) are the server's: what that has
// just thrown away may take 48 MB, not the 134 that Node takes on a large machine.

const server = join(root, 'dist/server.mjs');
const isPinnedNode = Number(process.versions.node.split('.')[0]) >= 24;

forwardSignals();
await ensureInstalled();
if (!isBuilt()) {
  // A wrong setting is told before the build, not a minute later.
  const code = await run(pinnedNode, [join(root, 'scripts/check-environment.ts')]);
  if (code !== 0) process.exit(code);
}
await ensureBuilt();

if (isPinnedNode) {
  // In this very process, so that a signal reaches the server itself.
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP']))
    process.removeAllListeners(signal);
  await import(pathToFileURL(server).href);
} else {
  process.exit(await run(pinnedNode, [...process.execArgv, server]));
}
