import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { kernelsFile } from '#src/audio/kernels/kernels.ts';
import { schemas, textSchemas } from '#content/schemas.ts';
import { contentFoldersIn, readContent, textFilesOf } from '#src/platform/content/own-content.ts';
import { noteOf, notes, plates } from '#src/studio/notes.ts';
import { figureSprite, traceSprite } from './generate/figures.ts';
import { faviconIco, iconPng, iconSvg } from './generate/icons.ts';
import { wordmarkSize } from './generate/lettering.ts';
import { cueSpectrogram, powderPicture, scaleSpectrogram } from './generate/pictures.ts';
import { audioFolder } from './generate/sounds/own-sounds.ts';
import { sampleMeasures } from './generate/sample-measures.ts';
import { drawSocialPicture, socialPictures } from './generate/social-pictures.ts';
import { saidWhyCode } from './stamp.mjs';

// Computes every picture of the site, the sample studio's files and the sounds of the public pages, mostly from the
// model of the membrane, compiles the kernels that measure sound, and writes them to src/generated. Does nothing if their inputs have not changed.

const root = join(import.meta.dirname, '..');
const folder = join(root, 'src/generated');
const stampFile = join(folder, 'stamp');
const folders = contentFoldersIn(root);
const inputs = [
  'src/figures/*.ts',
  'src/audio/**/*.ts',
  'src/studio/{notes,plates}.ts',
  'scripts/generate/*.ts',
  'scripts/generate/sample/files/*',
  'scripts/generate.ts',
  'content/**/*.{yaml,mdx}',
  'src/ui/fonts/*',
  'public/*',
];

function stampOf(): string {
  const hash = createHash('sha256');
  for (const file of globSync(inputs, { cwd: root }).toSorted()) {
    if (!file.endsWith('.test.ts')) hash.update(file).update(readFileSync(join(root, file)));
  }
  if (folders.own !== null)
    for (const file of globSync('**/*.{yaml,mdx}', { cwd: folders.own }).toSorted())
      hash.update(`own ${file}`).update(readFileSync(join(folders.own, file)));
  return hash.digest('hex');
}

function write(name: string, content: string | Uint8Array): void {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** Compiles AssemblyScript to WebAssembly: a few kilobytes, in about two seconds. */
function compileKernels(): void {
  const compiler = join(root, 'node_modules/assemblyscript/bin/asc.js');
  const sources = globSync('src/audio/kernels/assembly/*.ts', { cwd: root }).toSorted();
  const options = '-O3 --noAssert --runtime stub --enable simd --enable bulk-memory --importMemory --outFile';
  execFileSync(process.execPath, [compiler, ...sources, ...options.split(' '), join(folder, kernelsFile)], {
    cwd: root,
    stdio: 'inherit',
  });
}

/** Each sound is cached by its own hash: sounds take longest and change least. */
function makeSounds(): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const worker = new Worker(new URL('./generate/sounds/make-sounds.worker.ts', import.meta.url), {
    workerData: join(folder, 'sounds'),
  });
  worker.on('message', (fault: string) => {
    process.stderr.write(`The sounds in ${audioFolder} (docs/content.md):\n${fault}\n`);
    process.exit(saidWhyCode);
  });
  worker.on('error', reject);
  worker.on('exit', () => resolve());
  return promise;
}

/** Merges a studio's own texts with the product's remaining ones in one folder, from which pages can be generated. */
function gatherTexts(): void {
  rmSync(join(folder, 'texts'), { recursive: true, force: true });
  if (folders.own === null) return;
  for (const name of Object.keys(textSchemas))
    for (const file of textFilesOf(name, folders))
      write(join('texts', name, basename(file)), readFileSync(file));
}

const stamp = stampOf();
const isCurrent = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
// First, because everything else that measures sound uses them.
if (!isCurrent) compileKernels();
const sounds = makeSounds();
if (!isCurrent) {
  for (const name of readdirSync(folder))
    if (name !== 'sounds' && name !== kernelsFile) rmSync(join(folder, name), { recursive: true });
  write('figures.svg', figureSprite());
  write('traces.svg', traceSprite());
  for (const note of notes) {
    const hero = { sizePx: 1200, count: 48_000, lineWidth: 0.18, piling: 0.9 };
    const options = note.slug === plates.home ? hero : { sizePx: 1000, count: 34_000 };
    write(`powder-${note.slug}.webp`, await powderPicture(note, options));
  }
  // A plate that does not sound yet.
  const unsettled = { sizePx: 1000, count: 40_000, lineWidth: 0.5, piling: 0.3, stray: 0.16 };
  write('powder-unsettled.webp', await powderPicture(noteOf(plates.portal), unsettled));
  write('wordmark.json', JSON.stringify(wordmarkSize(readContent(schemas.site, 'site', folders).name)));
  write('scale-spectrogram.webp', await scaleSpectrogram());
  write('cue-spectrogram.webp', await cueSpectrogram());
  // `public` is served as it is, under stable names.
  cpSync(join(root, 'public'), join(folder, 'public'), { recursive: true });
  write('public/favicon.svg', iconSvg());
  write('public/favicon.ico', await faviconIco());
  write('public/apple-touch-icon.png', await iconPng(iconSvg({ corner: 0 }), 180));
  for (const size of [192, 512]) write(`public/icon-${size}.png`, await iconPng(iconSvg(), size));
  write('public/icon-maskable-512.png', await iconPng(iconSvg({ inset: 0.16, corner: 0 }), 512));
  for (const picture of socialPictures()) {
    write(`public/social/${picture.name}.png`, await drawSocialPicture(picture));
  }
  const samples = join(root, 'scripts/generate/sample/files');
  cpSync(samples, join(folder, 'sample'), { recursive: true });
  const measured = Object.entries(await sampleMeasures(samples));
  for (const [name, { artefacts }] of measured)
    for (const [kind, bytes] of Object.entries(artefacts)) write(`sample/${name}.${kind}`, bytes);
  const measures = measured.map(([name, { artefacts, ...found }]) => [
    name,
    { ...found, artefacts: Object.keys(artefacts) },
  ]);
  write('sample/measures.json', JSON.stringify(Object.fromEntries(measures)));
  write('stamp', stamp);
}
// Not cached: a studio's own picture may change alone.
const ownPublic = folders.own === null ? null : join(folders.own, 'public');
if (ownPublic !== null && existsSync(ownPublic)) {
  // Removed first, so that the next run regenerates them, without files of another studio, even if this one is killed.
  rmSync(stampFile, { force: true });
  cpSync(ownPublic, join(folder, 'public'), { recursive: true });
}
gatherTexts();
await sounds;
