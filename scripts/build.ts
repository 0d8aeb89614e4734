import { cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { kernelsFile } from '#src/audio/kernels/kernels.ts';
import { checkContent } from '#src/platform/content/check-content.ts';
import { contentPlugin } from '#src/platform/content/content-plugin.ts';
import { contentFoldersIn } from '#src/platform/content/own-content.ts';
import { schemas, textSchemas } from '../content/schemas.ts';
import { precompress } from '#src/platform/http/precompress.ts';
import {
  buildFolder,
  finishDraft,
  linkFile,
  linkFolder,
  makeDraft,
  takeBuild,
  waitForBuilds,
} from './builds.ts';
import { joinStyles } from './join-styles.ts';
import { forwardSignals, run, withProgress } from './prepare.mjs';
import { packageFolders, packagesNamedIn, type Lock } from './runtime-packages.ts';
import { buildSettings, buildStamp, saidWhyCode } from './stamp.mjs';

/**
 * `npm run build`: content checked → pictures and sounds → pages → fewer style sheets → server bundle → compressed
 * copies → packages → one finished folder, which the next start uses. Running servers are not affected.
 */
const root = join(import.meta.dirname, '..');
const { own } = contentFoldersIn(root);

/** Ends the build with every error in the studio's content; returns the texts that are still missing. */
function checkWords(): readonly string[] {
  const { problems, placeholders, textPlaceholders } = checkContent(
    join(root, 'content'),
    schemas,
    textSchemas,
    own,
  );
  const isPublic = Boolean(process.env['PUBLIC_URL']);
  const refused = [
    ...problems,
    ...(isPublic ? textPlaceholders.map((place) => `${place}: a placeholder, still to be written`) : []),
  ];
  if (refused.length === 0) return placeholders;
  const faults = refused.length === 1 ? 'one fault' : `${refused.length} faults`;
  process.stderr.write(
    `The words in content/${own === null ? '' : ` and ${own}`} have ${faults} (docs/content.md):\n${refused.join('\n')}\n`,
  );
  return process.exit(saidWhyCode);
}

async function runStep(script: string, ...args: string[]): Promise<void> {
  const code = await run(process.execPath, [join(root, script), ...args]);
  if (code !== 0) process.exit(code);
}

// These packages find their own files next to them, or choose at run time what to load.
const unbundled = /^(@electric-sql\/pglite|@ffmpeg\/core|pg|nodemailer|sharp)($|\/)/;

/** Bundles a program, its modules and most packages into few files: reading a thousand small ones takes seconds. */
async function bundleProgram(draft: string, source: string, name: string): Promise<void> {
  const bundle = await rolldown({
    input: join(root, source),
    platform: 'node',
    external: (id) => isBuiltin(id) || unbundled.test(id),
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [contentPlugin(schemas, join(root, 'content'), { own })],
    logLevel: 'warn',
  });
  await bundle.write({
    dir: draft,
    entryFileNames: `${name}.mjs`,
    // Code that a start does not need, such as the email templates, is in separate files.
    chunkFileNames: `${name}-[name].mjs`,
    format: 'esm',
    sourcemap: true,
  });
  await bundle.close();
}

/** The files below the programs: Node, the packages that they import with their dependencies, and the migrations. */
function addWhatItNeeds(draft: string): void {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  const programs = globSync(['*.mjs', 'server/**/*.mjs'], { cwd: draft });
  const names = packagesNamedIn(
    lock,
    programs.map((file) => readFileSync(join(draft, file), 'utf8')),
  );
  // The lockfile also lists packages for other systems. Nested packages come with their parent.
  const folders = packageFolders(lock, names).filter(
    (folder, i, all) =>
      existsSync(join(root, folder)) && !all.slice(0, i).some((above) => folder.startsWith(`${above}/`)),
  );
  for (const folder of folders) linkFolder(join(root, folder), join(draft, folder));
  mkdirSync(join(draft, 'bin'));
  linkFile(join(root, 'node_modules/node/bin/node'), join(draft, 'bin/node'));
  for (const path of ['package.json', 'database/migrations'])
    cpSync(join(root, path), join(draft, path), { recursive: true });
}

const workers = {
  'measure-sound': 'src/audio/measure-sound.worker.ts',
  'encode-preview': 'src/audio/encode-preview.worker.ts',
  'write-samples': 'src/audio/write-samples.worker.ts',
  'compare-sounds': 'src/audio/alignment/compare-sounds.worker.ts',
  'read-calendar': 'src/features/calls/icalendar/read-calendar.worker.ts',
  'write-pdf': 'src/platform/pdf/write-pdf.worker.ts',
};

// An image has no sources, and a command that sends email needs its templates, which plain Node cannot read.
const commands = ['team-invite', 'backup', 'restore', 'move-database', 'move-files', 'remove-sample'];

async function bundlePrograms(draft: string): Promise<void> {
  await bundleProgram(draft, 'server.ts', 'server');
  for (const [name, source] of Object.entries(workers)) await bundleProgram(draft, source, name);
  for (const command of commands) await bundleProgram(draft, `scripts/${command}.ts`, command);
}

function addFiles(draft: string, placeholders: readonly string[]): void {
  // The sample studio's files, for a first start.
  cpSync(join(root, 'src/generated/sample'), join(draft, 'sample'), { recursive: true });
  cpSync(join(root, 'src/generated', kernelsFile), join(draft, kernelsFile));
  writeFileSync(join(draft, 'placeholders.json'), JSON.stringify(placeholders));
  writeFileSync(join(draft, 'made-for.json'), JSON.stringify(buildSettings(root)));
  addWhatItNeeds(draft);
}

async function build(draft: string, placeholders: readonly string[]): Promise<void> {
  const steps: [name: string, run: () => void | Promise<void>][] = [
    ['pictures and sounds', () => runStep('scripts/generate.ts')],
    ['pages', () => runStep('node_modules/astro/bin/astro.mjs', 'build', '--silent', '--outDir', draft)],
    ['style sheets', () => joinStyles(join(draft, 'client'))],
    ['server and commands', () => bundlePrograms(draft)],
    ['compressed copies', () => precompress(join(draft, 'client'))],
    ['packages', () => addFiles(draft, placeholders)],
  ];
  for (const [i, [name, runIt]] of steps.entries())
    await withProgress(`Building, step ${i + 1} of ${steps.length}: ${name}`, async () => runIt());
}

process.chdir(root);
// Its child processes end with it, before its lock is released.
forwardSignals();
const lock = await waitForBuilds(root);
// Another process may have built the same version meanwhile.
const stamp = buildStamp(root);
const placeholders = checkWords();
const folder = buildFolder(root, stamp);
if (!existsSync(folder)) {
  const draft = makeDraft(root);
  await build(draft, placeholders);
  finishDraft(draft, folder, stamp);
}
takeBuild(root, folder);
lock.release();
