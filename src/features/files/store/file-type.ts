import { soundContainerOf, type SoundContainer } from '#src/audio/sound-format.ts';
import type { FileKind } from './file.table.ts';

export type FileType = {
  readonly kind: FileKind;
  /** An audio or video type if the bytes are recognised, else `downloadType`. */
  readonly mediaType: string;
};

export const downloadType = 'application/octet-stream';

type Format = { readonly mediaType: string; readonly containers: readonly SoundContainer[] };

const wave: Format = { mediaType: 'audio/wav', containers: ['wav'] };
const aiff: Format = { mediaType: 'audio/aiff', containers: ['aiff'] };
const ogg: Format = { mediaType: 'audio/ogg', containers: ['ogg'] };
const mp4: Format = { mediaType: 'audio/mp4', containers: ['mov'] };

/**
 * Audio formats by extension. A file is audio only if its extension is listed and its first bytes are of a format with
 * sound.
 */
const audioFormats: Readonly<Record<string, Format>> = {
  wav: wave,
  wave,
  bwf: wave,
  rf64: wave,
  aif: aiff,
  aiff,
  aifc: aiff,
  caf: { mediaType: 'audio/x-caf', containers: ['caf'] },
  flac: { mediaType: 'audio/flac', containers: ['flac'] },
  // An ID3 tag may precede either.
  mp3: { mediaType: 'audio/mpeg', containers: ['mp3'] },
  aac: { mediaType: 'audio/aac', containers: ['aac', 'mp3'] },
  ogg,
  oga: ogg,
  opus: ogg,
  m4a: mp4,
  m4b: mp4,
  mka: { mediaType: 'audio/x-matroska', containers: ['matroska'] },
  weba: { mediaType: 'audio/webm', containers: ['matroska'] },
};

/** The usual format of a container, for a file with a different extension. */
const formatOf = (container: SoundContainer): Format =>
  Object.values(audioFormats).find(({ containers: [usual] }) => usual === container) ?? wave;

/** The media type that a video is served as, by its container. QuickTime is served as MP4, as browsers expect. */
const videoTypes: Partial<Record<SoundContainer, string>> = {
  mov: 'video/mp4',
  matroska: 'video/webm',
  ogg: 'video/ogg',
};

/** The media types that are played inline. */
export const playedMediaTypes: readonly string[] = [
  ...Object.values(audioFormats).map(({ mediaType }) => mediaType),
  ...Object.values(videoTypes),
];

const playedTypes: ReadonlySet<string> = new Set(playedMediaTypes);

/** Returns true if a file of this media type can be played and commented on. */
export const isPlayed = ({ mediaType }: Pick<FileType, 'mediaType'>): boolean => playedTypes.has(mediaType);

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

const endingOf = (name: string) => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

/** True if a file is named like a recording or video, but its first bytes are not of a format with sound. */
export const lacksSound = (file: FileType & { readonly name: string }): boolean =>
  !isPlayed(file) && (file.kind === 'video' || Object.hasOwn(audioFormats, endingOf(file.name)));

/**
 * The kind and media type of a file, by its name's ending and its first `soundHeadBytes` bytes (fewer for a shorter
 * file).
 */
export function fileTypeOf(name: string, head: Uint8Array): FileType {
  const ending = endingOf(name);
  const format = Object.hasOwn(audioFormats, ending) ? audioFormats[ending] : undefined;
  const container = soundContainerOf(head);
  if (format && container) {
    // A wrong extension is treated as a mistake: the file is played by its actual type.
    const played = format.containers.includes(container) ? format : formatOf(container);
    return { kind: 'audio', mediaType: played.mediaType };
  }
  const kind = kinds.get(ending) ?? 'other';
  const videoType = kind === 'video' && container ? videoTypes[container] : undefined;
  return { kind, mediaType: videoType ?? downloadType };
}
