import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readSound, SoundFileError, type Recorded } from './encode-sound.ts';
import { integratedOf } from './level.ts';

const folder = 'content/audio';
const soundName = /\.(wave?|w64|bwf|flac|aiff?|aifc|caf|mp3|m4a|aac|ogg|oga|opus)$/i;

/** The file of this name that a studio put into content/audio; null where it put none. */
export function ownFile(root: string, name: string): string | null {
  const [found = null] = ['wav', 'flac']
    .map((ending) => `${folder}/${name}.${ending}`)
    .filter((file) => statSync(join(root, file), { throwIfNoEntry: false })?.isFile());
  return found;
}

/** Reads such a file. Throws a `SoundFileError` where it cannot be played, or where nothing is heard of it. */
export async function readOwn(root: string, file: string): Promise<Recorded> {
  const recorded = await readSound(join(root, file), file);
  if (integratedOf(recorded.sound, recorded.rateHz) === null)
    throw new SoundFileError(`${file}: is silent, or shorter than 0.4 s`);
  return recorded;
}

/**
 * Sounds in content/audio that none of these names asks for, as faults: a name that was mistyped must not leave another sound in its
 * place unnoticed.
 */
export function unreadFaults(root: string, names: readonly string[]): string[] {
  if (!existsSync(join(root, folder))) return [];
  const read = new Set(names.map((name) => ownFile(root, name)));
  return readdirSync(join(root, folder))
    .filter((file) => soundName.test(file) && !file.startsWith('.') && !read.has(`${folder}/${file}`))
    .toSorted()
    .map(
      (file) =>
        `${folder}/${file}: is not played. Files are called as pieces.yaml and releases.yaml say, in the same letters, with .wav or .flac; remove those that are not wanted`,
    );
}
