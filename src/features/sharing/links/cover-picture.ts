import type { FileKind } from '#src/features/files/store/file.table.ts';
import type { ReadableFile } from '#src/platform/readable-file.ts';

/** A larger picture takes a phone too long to load. */
const mostBytes = 10 * 1024 * 1024;

/** Returns true if a file can be chosen as the cover of a playlist. Its bytes are looked at when it is served. */
export const isPictureFile = ({
  kind,
  name,
  sizeBytes,
}: {
  readonly kind: FileKind;
  readonly name: string;
  readonly sizeBytes: number;
}): boolean => kind === 'image' && sizeBytes <= mostBytes && /\.(?:png|jpe?g|webp|avif|gif)$/i.test(name);

const isAt = (head: Buffer, at: number, text: string) =>
  head.toString('latin1', at, at + text.length) === text;

/** Returns the media type of a picture that every browser shows, by its first bytes; null for anything else. */
export async function pictureTypeOf(file: ReadableFile): Promise<string | null> {
  const head = await file.read(0, 16);
  if (isAt(head, 0, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (isAt(head, 0, '\xff\xd8\xff')) return 'image/jpeg';
  if (isAt(head, 0, 'RIFF') && isAt(head, 8, 'WEBP')) return 'image/webp';
  if (isAt(head, 4, 'ftypavif')) return 'image/avif';
  return isAt(head, 0, 'GIF8') ? 'image/gif' : null;
}
