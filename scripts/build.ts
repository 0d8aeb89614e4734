import { spawnSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { checkContent } from '#src/platform/content/check-content.ts';
import { contentPlugin } from '#src/platform/content/content-plugin.ts';
import { schemas, textSchemas } from '../content/schemas.ts';
import { precompress } from '#src/platform/http/precompress.ts';
import { joinStyles } from './join-styles.ts';
import { buildStamp, buildStampFile, saidWhyCode } from './stamp.mjs';

/** `npm run build`: words checked → pictures and sounds → pages → fewer style sheets → the server's bundle → compressed copies → the stamp that calls it complete. */
const root = join(import.meta.dirname, '..');

/** Ends the build with every fault of the studio's words; returns the texts that are still to be written. */
function checkWords(): readonly string[] {
  const { problems, placeholders, textPlaceholders } = checkContent(
    join(root, 'content'),
    schemas,
    textSchemas,
  );
  const isPublic = Boolean(process.env['PUBLIC_URL']);
  const refused = [
    ...problems,
    ...(isPublic ? textPlaceholders.map((place) => `${place}: a placeholder, still to be written`) : []),
  ];
  if (refused.length === 0) return placeholders;
  const faults = refused.length === 1 ? 'one fault' : `${refused.length} faults`;
  process.stderr.write(`The words in content/ have ${faults} (docs/content.md):\n${refused.join('\n')}\n`);
  return process.exit(saidWhyCode);
}

function run(script: string, ...args: string[]): void {
  const { status } = spawnSync(process.execPath, [join(root, script), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
  });
  if (status !== 0) process.exit(status ?? 1);
}

// These find files of their own beside them, or choose at run time what to load.
const unbundled = /^(@electric-sql\/pglite|@ffmpeg\/core|pg|nodemailer|sharp)($|\/)/;

/** A program, the rooms it starts and most packages, in few files: reading a thousand small ones takes seconds. */
async function bundleProgram(source: string, name: string): Promise<void> {
  const bundle = await rolldown({
    input: join(root, source),
    platform: 'node',
    external: (id) => isBuiltin(id) || unbundled.test(id),
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [contentPlugin(schemas)],
    logLevel: 'warn',
  });
  await bundle.write({
    dir: join(root, 'dist'),
    entryFileNames: `${name}.mjs`,
    // What a start does not need, such as the mails' templates, waits in files of its own.
    chunkFileNames: `${name}-[name].mjs`,
    format: 'esm',
    sourcemap: true,
  });
  await bundle.close();
}

process.chdir(root);
const stamp = buildStamp(root);
const placeholders = checkWords();
rmSync(join(root, 'dist'), { recursive: true, force: true });
run('scripts/generate.ts');
run('node_modules/astro/bin/astro.mjs', 'build', '--silent');
joinStyles(join(root, 'dist/client'));
await bundleProgram('server.ts', 'server');
// These run in threads of their own.
await bundleProgram('src/features/recordings/sound/measure-sound.worker.ts', 'measure-sound');
await bundleProgram('src/features/recordings/sound/encode-light.worker.ts', 'encode-light');
await bundleProgram('src/features/recordings/alignment/compare-sounds.worker.ts', 'compare-sounds');
await bundleProgram('src/features/calls/busy/read-calendar.worker.ts', 'read-calendar');
// An image has no sources, and a command that sends a mail needs its templates, which plain Node cannot read.
for (const command of ['team-invite', 'backup', 'restore', 'move-database', 'move-files'])
  await bundleProgram(`scripts/${command}.ts`, command);
// What a first start fills the sample studio's files with.
cpSync(join(root, 'src/generated/sample'), join(root, 'dist/sample'), { recursive: true });
writeFileSync(join(root, 'dist/placeholders.json'), JSON.stringify(placeholders));
await precompress(join(root, 'dist/client'));
writeFileSync(buildStampFile(root), stamp);
