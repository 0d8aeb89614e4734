import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { minuteMs } from '../durations.ts';
import { projectRootFrom } from '../project-root.ts';
import type { PdfForm } from './draw-form.ts';
import type { PdfText } from './pdf-text.ts';

const heapMb = 512;
/** A delivery of hundreds of files takes seconds. */
const longestMs = minuteMs;
/** The thread caches fonts; when idle it ends and frees them. */
const idleMs = minuteMs;

const program = import.meta.url.endsWith('.ts')
  ? new URL('./write-pdf.worker.ts', import.meta.url)
  : pathToFileURL(join(projectRootFrom(import.meta.dirname), 'write-pdf.mjs'));

type Held = { worker: Worker | null; idle?: NodeJS.Timeout; last: Promise<unknown> };

// The server bundle and the page bundle each contain a copy of this module; a registered symbol is shared.
const key = Symbol.for('antinode.pdf-thread');
const holder = globalThis as unknown as Record<symbol, Held | undefined>;

function startThread(): Worker {
  const worker = new Worker(program, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: heapMb } });
  // The error also rejects pending documents.
  worker.on('error', () => undefined);
  return worker;
}

/** Ends the thread; the next document starts another. */
function endThread(held: Held): Promise<unknown> {
  const { worker } = held;
  held.worker = null;
  return worker?.terminate() ?? Promise.resolve();
}

async function write(held: Held, document: PdfText | PdfForm): Promise<Uint8Array<ArrayBuffer>> {
  const worker = (held.worker ??= startThread());
  clearTimeout(held.idle);
  worker.ref();
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  const onExit = () => reject(new Error('The thread that writes PDFs ended'));
  const limit = setTimeout(() => reject(new Error('A PDF took too long to write')), longestMs);
  worker.on('message', resolve).on('error', reject).on('exit', onExit);
  try {
    worker.postMessage(document, []);
    return await promise;
  } catch (error) {
    await endThread(held);
    throw error;
  } finally {
    clearTimeout(limit);
    worker.off('message', resolve).off('error', reject).off('exit', onExit).unref();
    held.idle = setTimeout(() => void endThread(held), idleMs).unref();
  }
}

/** Returns a document as a PDF. Documents are written one after another, in the order of the calls. */
export function writeInThread(document: PdfText | PdfForm): Promise<Uint8Array<ArrayBuffer>> {
  const held = (holder[key] ??= { worker: null, last: Promise.resolve() });
  const written = held.last.then(() => write(held, document));
  held.last = written.catch(() => undefined);
  return written;
}
