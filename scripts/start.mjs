import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, forwardSignals, isBuilt, pinnedNode, root, run } from './prepare.mjs';
import { buildSettings } from './stamp.mjs';
import { supervise } from './supervise.mjs';

// `npm start` installs if needed, builds if stale, then runs the server and restarts it after a crash. `npm start --
// --as-built` runs the last finished build, whatever the current sources are. The flags (package.json) are the
// server's: its young generation may take 48 MB, not the 134 MB that Node takes on a large machine.

/** @param {string} reason */
function giveUp(reason) {
  console.error(reason);
  return process.exit(1);
}

const asked = process.argv.slice(2);
const isAsBuilt = asked[0] === '--as-built';
if (asked.length > (isAsBuilt ? 1 : 0)) giveUp('Usage: npm start [-- --as-built]');

forwardSignals();
// A build has its own Node and packages.
if (!isAsBuilt && !isBuilt()) {
  await ensureInstalled();
  // An invalid setting is reported before the build, not a minute later.
  const code = await run(pinnedNode, [join(root, 'scripts/check-environment.ts')]);
  if (code !== 0) process.exit(code);
  await ensureBuilt();
}

const link = join(root, 'dist');
if (!existsSync(join(link, 'made-for.json'))) giveUp('There is no build. Run `npm run build`.');
// A later build replaces the link; the running server keeps its own build, also after a restart.
const build = realpathSync(link);
if (isAsBuilt) {
  const made = JSON.parse(readFileSync(join(build, 'made-for.json'), 'utf8'));
  for (const [name, value] of Object.entries(buildSettings(root)))
    if (made[name] !== value)
      giveUp(
        `The last build was made with ${name} ${made[name] || 'not set'}, and here it is ${value || 'not set'}. Run \`npm run build\` with the settings of the server.`,
      );
}

for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP']))
  process.removeAllListeners(signal);
process.exit(await supervise(join(build, 'bin/node'), [...process.execArgv, join(build, 'server.mjs')]));
