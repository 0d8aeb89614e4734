import { fsyncSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type FileSystemInit = NodeFS['init'];
type EmscriptenModule = {
  NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } };
};

/** PGlite's file system on disk, with the fsync that it leaves out; counts how often it is called. */
export class DurableNodeFS extends NodeFS {
  fsyncCount = 0;

  override async init(...[client, options]: Parameters<FileSystemInit>): ReturnType<FileSystemInit> {
    const { emscriptenOpts } = await super.init(client, options);
    const addFsync = (module: unknown) => {
      (module as EmscriptenModule).NODEFS.stream_ops.fsync = (stream) => {
        fsyncSync(stream.nfd);
        this.fsyncCount += 1;
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] } };
  }
}
