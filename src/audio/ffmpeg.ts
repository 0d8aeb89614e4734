import { readFileSync, closeSync, openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import '#src/platform/keep-wasm-code.ts';
import createCore, { type FfmpegCore, type FfmpegImports } from '@ffmpeg/core';
import { soundBytesOf } from './declared-length.ts';
import { SoundLimitError } from './sound-measures.ts';

/**
 * The input of a worker that runs FFmpeg: the compiled program, if a worker of this process has compiled it already.
 */
export type WithFfmpeg = { readonly ffmpeg: WebAssembly.Module | null };

/** Posted by a worker that received no program: the one it compiled. */
export type FfmpegCompiled = { readonly kind: 'ffmpeg'; readonly ffmpeg: WebAssembly.Module };

let compiled: Promise<WebAssembly.Module> | undefined;

/** Memory limit of a run in WebAssembly pages of 64 kB: 512 MB. */
const mostPages = 8192;
/**
 * The program's memory section (seven bytes), which allows 2 GB: one memory with a maximum, from 512 pages to 32,768.
 */
const memorySection = Buffer.from([5, 7, 1, 1, 0x80, 0x04, 0x80, 0x80, 0x02]);

/** Returns the program with a lower memory maximum. */
function limited(program: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const at = program.indexOf(memorySection);
  if (at < 0) throw new Error('This build of FFmpeg declares its memory in another way');
  // A three-byte LEB128 number: seven bits per byte, lowest first.
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
 * FFmpeg as WebAssembly, compiled once per process: it is 32 MB, and compiling it takes longer than decoding a minute
 * of sound. The first worker compiles it, since that would block the server for half a second, and shares the result
 * with later workers.
 */
function ffmpegProgram(): Promise<WebAssembly.Module> {
  compiled ??= programOf((workerData ?? {}) as Partial<WithFfmpeg>);
  return compiled;
}

/** Output of FFmpeg while it runs: bytes and their position in the file. */
export type Output = {
  readonly name: string;
  readonly write: (bytes: Uint8Array, position: number) => void;
};

/** A byte range of a file, from `from` to `to`: the part of Blob that WORKERFS needs. */
type Slice = { readonly size: number; readonly from: number; readonly handle: number };

const inputFolder = '/input';
/** The path of the only file that FFmpeg can read. */
export const inputPath = `${inputFolder}/sound`;
const outputPath = (name: string) => `/dev/${name}`;

/**
 * The stack size that libopus needs to encode: this build has 64 kB, beyond which it overwrites its own data
 * (ffmpeg.wasm issue 591).
 */
const stackBytes = 1024 * 1024;
/** Maximum bytes per read: data that FFmpeg requests is held in memory twice. */
const mostReadBytes = 8 * 1024 * 1024;
const firstDevice = 64;

// The package expects a browser worker: it uses `location` and `FileReaderSync`.
Object.assign(globalThis, {
  self: { location: { href: import.meta.url } },
  FileReaderSync: class {
    readAsArrayBuffer({ handle, from, size }: Slice): Uint8Array {
      const bytes = new Uint8Array(size);
      readSync(handle, bytes, 0, size, from);
      return bytes;
    }
  },
});

/** Aborts a run that exceeds its memory limit. FFmpeg itself would silently skip what does not fit. */
function limitedGrowth({ a: own }: FfmpegImports): FfmpegImports {
  const grow = (bytes: number) => {
    if (own.N(bytes)) return true;
    throw new SoundLimitError('too-large');
  };
  return { a: { ...own, N: grow } };
}

async function createInstance(): Promise<FfmpegCore> {
  const module = await ffmpegProgram();
  return createCore({
    instantiateWasm(imports, done) {
      done(new WebAssembly.Instance(module, limitedGrowth(imports)));
      return {};
    },
  });
}

function mountInput({ FS }: FfmpegCore, handle: number, onRead: FfmpegRun['onRead']): void {
  const size = soundBytesOf(handle);
  const data = {
    size,
    slice(from: number, to: number): Slice {
      const end = Math.max(from, Math.min(to, size, from + mostReadBytes));
      onRead?.(end / size);
      return { handle, from, size: end - from };
    },
  };
  FS.mkdir(inputFolder);
  FS.mount(FS.filesystems.WORKERFS, { blobs: [{ name: 'sound', data }] }, inputFolder);
}

function makeOutput({ FS }: FfmpegCore, { name, write }: Output, minor: number): void {
  const device = FS.makedev(firstDevice, minor);
  let size = 0;
  FS.registerDevice(device, {
    write({ position }, heap, offset, length) {
      write(new Uint8Array(heap.buffer, heap.byteOffset + offset, length), position);
      size = Math.max(size, position + length);
      return length;
    },
    llseek: (stream, offset, whence) => (whence === 1 ? stream.position : whence === 2 ? size : 0) + offset,
  });
  FS.mkdev(outputPath(name), device);
}

/** Runs a program and returns its exit code, even if it exits early. */
function exitCodeOf(run: () => number): number {
  try {
    return run();
  } catch (error) {
    const { name, status } = error as { name?: string; status?: number };
    if (name === 'ExitStatus' && status !== undefined) return status;
    throw error;
  }
}

export type FfmpegRun = {
  readonly program: 'exec' | 'ffprobe';
  /** The file to read, visible as `inputPath`. */
  readonly path: string;
  readonly args: (output: typeof outputPath) => readonly string[];
  readonly outputs?: readonly Output[];
  /** Called with the share of the file read so far. */
  readonly onRead?: ((share: number) => void) | undefined;
};

/**
 * Runs FFmpeg or ffprobe once on one file; it has access to nothing else. Blocks its thread until done. Returns the
 * exit code, the printed output and the last line of the log. Throws if it needs too much memory.
 */
export async function runFfmpeg({ program, path, args, outputs = [], onRead }: FfmpegRun) {
  // Each run needs a new instance: a reused one fails after some runs.
  const core = await createInstance();
  const printed: string[] = [];
  let complaint = '';
  core.setLogger(({ type, message }) => {
    if (type === 'stdout') printed.push(message);
    else if (message.trim() !== '') complaint = message.trim();
  });
  const { asm, _malloc: allocate } = core;
  asm.Ea(allocate(stackBytes) + stackBytes);
  const handle = openSync(path, 'r');
  try {
    mountInput(core, handle, onRead);
    outputs.forEach((output, minor) => makeOutput(core, output, minor));
    const code = exitCodeOf(() => core[program](...args(outputPath)));
    return { code, printed: printed.join('\n'), complaint };
  } finally {
    closeSync(handle);
  }
}
