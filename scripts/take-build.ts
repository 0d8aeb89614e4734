import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildFolder, takeBuild, waitForBuilds } from './builds.ts';
import { buildStamp } from './stamp.mjs';

// Switches to the finished build of exactly these sources and settings; exits with 1 if there is none. It needs no
// packages: `npm run build` runs it on that build's own Node, before anything is installed.
const root = join(import.meta.dirname, '..');
const lock = await waitForBuilds(root);
const folder = buildFolder(root, buildStamp(root));
if (!existsSync(folder)) process.exit(1);
takeBuild(root, folder);
lock.release();
