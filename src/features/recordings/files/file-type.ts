import type { FileKind } from './file.table.ts';

export type FileType = {
  readonly kind: FileKind;
  /** An audio type where the bytes are known to be audio, else `downloadType`. */
  readonly mediaType: string;
};

/** How many of a file's first bytes `fileTypeOf` reads. */
export const headBytes = 16;

export const downloadType = 'application/octet-stream';

const latin = (head: Uint8Array, from: number, to: number) =>
  Buffer.from(head.subarray(from, to)).toString('latin1');

const isWave = (head: Uint8Array) => latin(head, 0, 4) === 'RIFF' && latin(head, 8, 12) === 'WAVE';
const isFlac = (head: Uint8Array) => latin(head, 0, 4) === 'fLaC';
const isOgg = (head: Uint8Array) => latin(head, 0, 4) === 'OggS';
const isMp4 = (head: Uint8Array) => latin(head, 4, 8) === 'ftyp';

/** An ID3 tag, or the header of an MPEG audio frame: eleven set bits and a layer. */
function isMpeg(head: Uint8Array): boolean {
  const [first = 0, second = 0] = head;
  return latin(head, 0, 3) === 'ID3' || (first === 0xff && second >= 0xe0 && (second & 0x06) !== 0);
}

/** A file is audio only if its ending and its first bytes both say so. */
const audioFormats: Readonly<Record<string, { mediaType: string; matches: (head: Uint8Array) => boolean }>> =
  {
    wav: { mediaType: 'audio/wav', matches: isWave },
    wave: { mediaType: 'audio/wav', matches: isWave },
    mp3: { mediaType: 'audio/mpeg', matches: isMpeg },
    flac: { mediaType: 'audio/flac', matches: isFlac },
    ogg: { mediaType: 'audio/ogg', matches: isOgg },
    oga: { mediaType: 'audio/ogg', matches: isOgg },
    opus: { mediaType: 'audio/ogg', matches: isOgg },
    m4a: { mediaType: 'audio/mp4', matches: isMp4 },
  };

/** The media types that are played in place. */
export const audioTypes: ReadonlySet<string> = new Set(
  Object.values(audioFormats).map(({ mediaType }) => mediaType),
);

const endingsByKind = {
  document: ['pdf', 'txt', 'md', 'rtf', 'doc', 'docx', 'odt', 'pages', 'ppt', 'pptx', 'odp', 'key'],
  data: [
    'csv',
    'tsv',
    'json',
    'xml',
    'yaml',
    'yml',
    'xls',
    'xlsx',
    'ods',
    'mid',
    'midi',
    'zip',
    'edl',
    'aaf',
    'omf',
  ],
  image: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'svg', 'tif', 'tiff', 'heic', 'bmp', 'psd'],
  video: ['mp4', 'm4v', 'mov', 'mkv', 'webm', 'avi', 'mxf', 'ogv'],
} as const satisfies Partial<Record<FileKind, readonly string[]>>;

const kinds = new Map<string, FileKind>(
  Object.entries(endingsByKind).flatMap(([kind, endings]) =>
    endings.map((ending): [string, FileKind] => [ending, kind as FileKind]),
  ),
);

/** The kind and media type of a file, by its name's ending and its first `headBytes` bytes (fewer for a shorter file). */
export function fileTypeOf(name: string, head: Uint8Array): FileType {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const format = Object.hasOwn(audioFormats, ending) ? audioFormats[ending] : undefined;
  if (format?.matches(head)) return { kind: 'audio', mediaType: format.mediaType };
  return { kind: kinds.get(ending) ?? 'other', mediaType: downloadType };
}
