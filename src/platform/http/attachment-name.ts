import { withoutDirectionMarks } from '../fill.ts';

const longestName = 180;

/** Keeps the extension, which determines the file type. */
function cut(name: string): string {
  const characters = [...name];
  if (characters.length <= longestName) return name;
  const ending = /\.[^.]{1,15}$/u.exec(name)?.[0] ?? '';
  return characters.slice(0, longestName - ending.length).join('') + ending;
}

/** Returns a file name without its extension, for a related file. */
export const withoutEnding = (name: string) => name.replace(/\.[^.]*$/, '');

const percentEncoded = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Returns a name that is safe as a file name: without slashes, control characters and direction marks. */
export const safeNameOf = (name: string): string =>
  cut(withoutDirectionMarks(name.toWellFormed().replaceAll(/[\p{Cc}/\\]/gu, '_')));

/** Returns the Content-Disposition of a download with this name (RFC 6266, RFC 5987). */
export function attachmentOf(name: string): string {
  const safe = safeNameOf(name);
  const plain = safe.replaceAll(/[^\w .-]/g, '_');
  return `attachment; filename="${plain || 'file'}"; filename*=UTF-8''${percentEncoded(safe || 'file')}`;
}
