/**
 * Returns the chunks of a WAV or RF64 file, including those nested in lists; an RF64 file's lengths are those in its
 * `ds64`.
 */
function* chunksIn(file: Buffer, from: number, to: number): Generator<{ name: string; data: Buffer }> {
  let longest = 0;
  for (let at = from; at + 8 <= to;) {
    const name = file.toString('latin1', at, at + 4);
    const said = file.readUInt32LE(at + 4);
    const length = name === 'data' && said === 0xffff_ffff ? longest : said;
    if (at + 8 + length > to) throw new Error(`${name} reaches beyond the end of the file`);
    const data = file.subarray(at + 8, at + 8 + length);
    if (name === 'ds64') longest = Number(data.readBigUInt64LE(8));
    yield { name, data };
    if (name === 'LIST') yield* chunksIn(data, 4, data.length);
    at += 8 + length + (length % 2);
  }
}

/** Reads the samples and cues of a WAV file per its specification (RIFF, 1994). Throws if its length is wrong. */
export function readWave(file: Buffer) {
  if (file.toString('latin1', 0, 4) === 'RIFF' && file.readUInt32LE(4) !== file.length - 8)
    throw new Error('The file is of another length than it says');
  const chunks = [...chunksIn(file, 12, file.length)];
  const named = (name: string) => chunks.filter((chunk) => chunk.name === name).map(({ data }) => data);
  const [format = Buffer.alloc(16)] = named('fmt ');
  const [points = Buffer.alloc(4)] = named('cue ');
  const cues = Array.from({ length: points.readUInt32LE(0) }, (_, index) => {
    const at = 4 + 24 * index;
    const isOf = (data: Buffer) => data.readUInt32LE(0) === points.readUInt32LE(at);
    return {
      atSample: points.readUInt32LE(at + 20),
      label: named('labl').find(isOf)?.toString('utf8', 4).replace(/\0$/, ''),
      samples: named('ltxt').find(isOf)?.readUInt32LE(4) ?? null,
    };
  });
  return {
    channels: format.readUInt16LE(2),
    rateHz: format.readUInt32LE(4),
    bits: format.readUInt16LE(14),
    isFloat: format.readUInt16LE(0) === 3,
    samples: named('data')[0] ?? Buffer.alloc(0),
    cues,
  };
}
