import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { workerData } from 'node:worker_threads';
import '#src/platform/keep-wasm-code.ts';

/** What a thread is handed that runs FFmpeg. */
export type WithFfmpeg = { readonly ffmpeg: WebAssembly.Module };

let compiled: Promise<WebAssembly.Module> | undefined;

const compile = async () =>
  WebAssembly.compile(await readFile(createRequire(import.meta.url).resolve('@ffmpeg/core/wasm')));

/**
 * FFmpeg as WebAssembly, compiled once a process: it is 32 MB, and a thread that compiled it anew would take longer over that than
 * over a minute of sound. A thread has the one that it was handed (`WithFfmpeg`), with what others have already run of it.
 */
export function ffmpegProgram(): Promise<WebAssembly.Module> {
  const handed = (workerData as Partial<WithFfmpeg> | null)?.ffmpeg;
  compiled ??= handed ? Promise.resolve(handed) : compile();
  return compiled;
}
