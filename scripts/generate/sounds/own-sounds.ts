import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { contentFoldersIn } from '#src/platform/content/own-content.ts';
import { integratedOf, readSound, SoundFileError, type Recorded } from './encode-sound.ts';

const { own } = contentFoldersIn(join(import.meta.dirname, '../../..'));
/** The folder of a studio's sounds, relative to the checkout. */
export const audioFolder = own === null ? 'content/audio' : join(own, 'audio');
const soundName = /\.(wave?|w64|bwf|flac|aiff?|aifc|caf|mp3|m4a|aac|ogg|oga|opus)$/i;

/** Returns the file of this name in content/audio; null if there is none. */
export function ownFile(root: string, name: string): string | null {
  const [found = null] = ['wav', 'flac']
    .map((ending) => `${audioFolder}/${name}.${ending}`)
    .filter((file) => statSync(resolve(root, file), { throwIfNoEntry: false })?.isFile());
  return found;
}

/** Reads such a file. Throws a `SoundFileError` if it cannot be played or is silent. */
export async function readOwn(root: string, file: string): Promise<Recorded> {
  const recorded = await readSound(resolve(root, file), file);
  if (integratedOf(recorded.sound, recorded.rateHz) === null)
    throw new SoundFileError(`${file}: is silent, or shorter than 0.4 s`);
  return recorded;
}

/**
 * Returns an error for each sound in content/audio that none of these names uses: a misspelled name must not leave
 * another sound in its place unnoticed.
 */
export function unreadFaults(root: string, names: readonly string[]): string[] {
  if (!existsSync(resolve(root, audioFolder))) return [];
  const read = new Set(names.map((name) => ownFile(root, name)));
  return readdirSync(resolve(root, audioFolder))
    .filter((file) => soundName.test(file) && !file.startsWith('.') && !read.has(`${audioFolder}/${file}`))
    .toSorted()
    .map(
      (file) =>
        `${audioFolder}/${file}: is not played. Files are called as pieces.yaml and releases.yaml say, in the same letters, with .wav or .flac; remove those that are not wanted`,
    );
}
