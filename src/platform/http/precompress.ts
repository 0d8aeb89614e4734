import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isCompressible } from './content-type.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

// Below this a compressed response is hardly smaller, and still one packet.
const smallestBytes = 256;

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < smallestBytes) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  const copies = {
    br: await compressBrotli(content, { params }),
    gz: await compressGzip(content, { level: 9 }),
  };
  for (const [ending, copy] of Object.entries(copies)) {
    if (copy.length < content.length) await writeFile(`${file}.${ending}`, copy);
  }
}

/** Writes a Brotli and a gzip copy of every text file of a built site. */
export async function precompress(directory: string): Promise<void> {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile() && isCompressible(entry.name));
  await Promise.all(files.map((entry) => compressFile(join(entry.parentPath, entry.name))));
}
