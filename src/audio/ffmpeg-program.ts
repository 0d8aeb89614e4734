import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import '#src/platform/keep-wasm-code.ts';

/** The input of a thread that runs FFmpeg: the compiled program, once a thread of this process has compiled it. */
export type WithFfmpeg = { readonly ffmpeg: WebAssembly.Module | null };

/** The message of a thread that was given none: the program that it compiled. */
export type FfmpegCompiled = { readonly kind: 'ffmpeg'; readonly ffmpeg: WebAssembly.Module };

let compiled: Promise<WebAssembly.Module> | undefined;

/** Most that a run may hold at a time, in WebAssembly's pages of 64 kB: 512 MB. */
const mostPages = 8192;
/** How a program says in its memory's section, of seven bytes, that it may grow to 2 GB: one memory with a maximum, from 512 pages to 32,768. */
const memorySection = Buffer.from([5, 7, 1, 1, 0x80, 0x04, 0x80, 0x80, 0x02]);

/** The program with less memory that it may grow to. */
function limited(program: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const at = program.indexOf(memorySection);
  if (at < 0) throw new Error('This build of FFmpeg declares its memory in another way');
  // A number of three bytes, seven bits in each, the lowest first.
  const bytes = [(mostPages & 0x7f) | 0x80, ((mostPages >> 7) & 0x7f) | 0x80, mostPages >> 14];
  program.set(bytes, at + memorySection.length - bytes.length);
  return program;
}

async function programOf({ ffmpeg }: Partial<WithFfmpeg>): Promise<WebAssembly.Module> {
  if (ffmpeg) return ffmpeg;
  const bytes = readFileSync(createRequire(import.meta.url).resolve('@ffmpeg/core/wasm'));
  const made = await WebAssembly.compile(limited(bytes));
  const message: FfmpegCompiled = { kind: 'ffmpeg', ffmpeg: made };
  if (ffmpeg === null) parentPort?.postMessage(message, []);
  return made;
}

/**
 * FFmpeg as WebAssembly, compiled once a process: it is 32 MB, and a thread that compiled it anew would take longer over that than
 * over a minute of sound. The first thread does it, since it would stop a server for half a second, and hands it to the others
 * with what it has run of it.
 */
export function ffmpegProgram(): Promise<WebAssembly.Module> {
  compiled ??= programOf((workerData ?? {}) as Partial<WithFfmpeg>);
  return compiled;
}
