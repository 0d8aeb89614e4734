import { withoutDirectionMarks } from '../fill.ts';

const longestName = 180;

/** Keeps the ending, by which a computer knows what to do with a file. */
function cut(name: string): string {
  const characters = [...name];
  if (characters.length <= longestName) return name;
  const ending = /\.[^.]{1,15}$/u.exec(name)?.[0] ?? '';
  return characters.slice(0, longestName - ending.length).join('') + ending;
}

/** A file's name without its ending, for another file that belongs to it. */
export const withoutEnding = (name: string) => name.replace(/\.[^.]*$/, '');

const percentEncoded = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/**
 * Makes a typed name safe as a file name on another computer: without slashes, control characters and marks that turn the direction
 * of writing.
 */
export const safeNameOf = (name: string): string =>
  cut(withoutDirectionMarks(name.toWellFormed().replaceAll(/[\p{Cc}/\\]/gu, '_')));

/** The Content-Disposition of a download under a typed name (RFC 6266, RFC 5987). */
export function attachmentOf(name: string): string {
  const safe = safeNameOf(name);
  const plain = safe.replaceAll(/[^\w .-]/g, '_');
  return `attachment; filename="${plain || 'file'}"; filename*=UTF-8''${percentEncoded(safe || 'file')}`;
}
