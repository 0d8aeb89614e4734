import type { FileKind } from './file.table.ts';

export type FileType = {
  readonly kind: FileKind;
  /** One of ours for sound that we recognised; everything else is bytes to download. */
  readonly mediaType: string;
};

/** How many of a file's first bytes `fileTypeOf` wants to see. */
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

/** Sound is what both its name and its first bytes say it is. */
const sounds: Readonly<Record<string, { mediaType: string; isIt: (head: Uint8Array) => boolean }>> = {
  wav: { mediaType: 'audio/wav', isIt: isWave },
  wave: { mediaType: 'audio/wav', isIt: isWave },
  mp3: { mediaType: 'audio/mpeg', isIt: isMpeg },
  flac: { mediaType: 'audio/flac', isIt: isFlac },
  ogg: { mediaType: 'audio/ogg', isIt: isOgg },
  oga: { mediaType: 'audio/ogg', isIt: isOgg },
  opus: { mediaType: 'audio/ogg', isIt: isOgg },
  m4a: { mediaType: 'audio/mp4', isIt: isMp4 },
};

/** The media types that may be listened to in place. */
export const soundTypes: ReadonlySet<string> = new Set(
  Object.values(sounds).map(({ mediaType }) => mediaType),
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

/** What a file is, by its name's ending and its first bytes (`headBytes` of them, fewer for a shorter file). */
export function fileTypeOf(name: string, head: Uint8Array): FileType {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const sound = Object.hasOwn(sounds, ending) ? sounds[ending] : undefined;
  if (sound?.isIt(head)) return { kind: 'audio', mediaType: sound.mediaType };
  return { kind: kinds.get(ending) ?? 'other', mediaType: downloadType };
}
