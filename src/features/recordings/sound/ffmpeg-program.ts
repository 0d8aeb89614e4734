import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import '#src/platform/keep-wasm-code.ts';

/** What a thread that runs FFmpeg is handed: the program, once a thread of this process has compiled it. */
export type WithFfmpeg = { readonly ffmpeg: WebAssembly.Module | null };

/** What a thread says that was handed none. */
export type FfmpegCompiled = { readonly kind: 'ffmpeg'; readonly ffmpeg: WebAssembly.Module };

let compiled: Promise<WebAssembly.Module> | undefined;

async function programOf({ ffmpeg }: Partial<WithFfmpeg>): Promise<WebAssembly.Module> {
  if (ffmpeg) return ffmpeg;
  const made = await WebAssembly.compile(
    readFileSync(createRequire(import.meta.url).resolve('@ffmpeg/core/wasm')),
  );
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
