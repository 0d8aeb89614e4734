import { readFileSync, closeSync, openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import '#src/platform/keep-wasm-code.ts';
import createCore, { type FfmpegCore, type FfmpegImports } from '@ffmpeg/core';
import { soundBytesOf } from './declared-length.ts';
import { SoundLimitError } from './sound-measures.ts';

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
function ffmpegProgram(): Promise<WebAssembly.Module> {
  compiled ??= programOf((workerData ?? {}) as Partial<WithFfmpeg>);
  return compiled;
}

/** The output of FFmpeg while it runs: bytes, each with its position in the file. */
export type Output = {
  readonly name: string;
  readonly write: (bytes: Uint8Array, position: number) => void;
};

/** Bytes of a file, from `from` to `to`: the part of Blob that WORKERFS needs. */
type Slice = { readonly size: number; readonly from: number; readonly handle: number };

const inputFolder = '/input';
/** The path under which FFmpeg sees the one file that it may read. */
export const inputPath = `${inputFolder}/sound`;
const outputPath = (name: string) => `/dev/${name}`;

/**
 * The stack that libopus needs to encode: this build has 64 kB, beyond which it writes over its own data (ffmpeg.wasm's issue 591).
 */
const stackBytes = 1024 * 1024;
/** Most that is read of the file at a time, for what FFmpeg asks for lies in memory twice. */
const mostReadBytes = 8 * 1024 * 1024;
const firstDevice = 64;

// It knows only browsers' workers: it asks for their address and for their reader of files.
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

/** Ends a run that needs more memory than it may have. FFmpeg itself would leave out what it has no room for. */
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

/** Runs a program, and returns its exit code also where it ends itself in the middle. */
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
  /** The file to be read, as `inputPath`. */
  readonly path: string;
  readonly args: (output: typeof outputPath) => readonly string[];
  readonly outputs?: readonly Output[];
  /** Hears up to which share of the file it has read. */
  readonly onRead?: ((share: number) => void) | undefined;
};

/**
 * Runs FFmpeg or ffprobe once over one file; it can reach nothing else. Blocks its thread until it has ended. Returns the exit
 * code, what it printed, and the last line of what it reported. Throws where it needs too much memory.
 */
export async function runFfmpeg({ program, path, args, outputs = [], onRead }: FfmpegRun) {
  // An instance is good for one run: after some of them it fails.
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
