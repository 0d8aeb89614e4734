import type { FileKind } from './store/file.table.ts';

type Named = { readonly name: string; readonly kind: FileKind };

/** A file as far as its recording goes. */
type Known = Named & {
  readonly recordingId: string;
  readonly proposedFor: string | null;
  readonly uploadedAt: Date;
};

/** The version at the end of a name: v3, version 3, rev. 3, (3), copy, final. */
const versionMark =
  /(?:(?<![\s_.-])[\s_.-]*\((\d{1,4})\)|(?:^|(?<![\s_.-])[\s_.-]+|(?<=\d))(?:(?:v|ver|version|rev|revision)[\s_.-]*(\d{1,4})|copy|final))$/i;

const extensionOf = (name: string) => (/\.[^.\s]{1,8}$/.exec(name)?.[0] ?? '').toLowerCase();

/** A name without its extension and without what says its version, with the number that it says. */
function partsOf(name: string): { readonly stem: string; readonly number: number | null } {
  let stem = name.slice(0, name.length - extensionOf(name).length).trim();
  let number: number | null = null;
  for (let found = versionMark.exec(stem); found && found.index > 0; found = versionMark.exec(stem)) {
    const digits = found[1] ?? found[2];
    number ??= digits === undefined ? null : Number(digits);
    stem = stem.slice(0, found.index);
  }
  return { stem, number };
}

/** The name of a recording, from the file that is its first version: the file's name without extension and version. */
export const recordingNameOf = (name: string): string => partsOf(name).stem || name;

/** The number that a new version gets: the one in its name where it is free, else the next. */
export function versionNumberFor(name: string, taken: readonly number[]): number {
  const { number } = partsOf(name);
  if (number !== null && !taken.includes(number)) return number;
  return Math.max(0, ...taken) + 1;
}

/**
 * The recording of which a file looks like a newer version, of these that are there already; null for none. Only a
 * suggestion: names are alike where they differ in case, in the characters between words and in what says the version.
 */
export function suggestRecording({ name, kind }: Named, known: readonly Known[]): string | null {
  const keyOf = (stem: string) => stem.toLowerCase().replaceAll(/[\s_.-]+/g, ' ');
  const { stem, number } = partsOf(name);
  const alike = known.filter((file) => file.kind === kind && keyOf(partsOf(file.name).stem) === keyOf(stem));
  // A copy is the same version in another format.
  const isCopy = alike.some(
    (file) => partsOf(file.name).number === number && extensionOf(file.name) !== extensionOf(name),
  );
  const [newest] = alike.toSorted((a, b) => b.uploadedAt.getTime() - a.uploadedAt.getTime());
  return isCopy || !newest ? null : (newest.proposedFor ?? newest.recordingId);
}
