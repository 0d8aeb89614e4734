/** Types for the used parts of `@ffmpeg/core` (FFmpeg as WebAssembly), which has none. */
declare module '@ffmpeg/core' {
  type Stream = { readonly position: number };
  type DeviceOperations = {
    readonly open?: (stream: Stream) => void;
    readonly close?: (stream: Stream) => void;
    readonly read?: () => number;
    /** Returns the number of bytes written. The caller moves the stream's position. */
    readonly write?: (stream: Stream, heap: Int8Array, offset: number, length: number) => number;
    readonly llseek?: (stream: Stream, offset: number, whence: number) => number;
  };

  export type FfmpegCore = {
    /** The WebAssembly's exports, by the minified names of exactly this build. */
    readonly asm: {
      /** Emscripten's `stackRestore`: sets the stack pointer; the stack grows downwards. */
      readonly Ea: (pointer: number) => void;
    };
    /** Returns the address of the allocated memory. */
    readonly _malloc: (bytes: number) => number;
    readonly FS: {
      readonly filesystems: { readonly WORKERFS: object };
      readonly mkdir: (path: string) => void;
      readonly mount: (type: object, options: object, mountPoint: string) => void;
      readonly makedev: (major: number, minor: number) => number;
      readonly registerDevice: (device: number, operations: DeviceOperations) => void;
      readonly mkdev: (path: string, device: number) => void;
    };
    /** Runs FFmpeg to completion and returns its exit code. */
    readonly exec: (...args: readonly string[]) => number;
    readonly ffprobe: (...args: readonly string[]) => number;
    readonly setLogger: (logger: (line: { readonly type: string; readonly message: string }) => void) => void;
  };

  /** The WebAssembly's imports, by the minified names of exactly this build. */
  export type FfmpegImports = {
    readonly a: WebAssembly.ModuleImports & {
      /** Emscripten's `_emscripten_resize_heap`: returns whether the memory was grown to this size. */
      readonly N: (bytes: number) => boolean;
    };
  };

  const createFFmpegCore: (options: {
    readonly instantiateWasm: (
      imports: FfmpegImports,
      done: (instance: WebAssembly.Instance) => void,
    ) => object;
  }) => Promise<FfmpegCore>;
  export default createFFmpegCore;
}
