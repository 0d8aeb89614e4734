/** A file as far as its place among versions of the same thing goes. */
type Versioned = { readonly id: string; readonly name: string; readonly uploadedAt: Date };

/** The version in a file name: Mix_v2.wav is version 2 of "Mix_.wav"; null where it has none. */
function versionOf(name: string): { base: string; number: number } | null {
  const parts = /^(.*[^a-z])v(\d{1,4})(\.[^.]*)?$/i.exec(name);
  return parts && { base: `${parts[1]}${parts[3] ?? ''}`.toLowerCase(), number: Number(parts[2]) };
}

/** What all versions of one thing have in common; without a version in their names, files of the same name do. */
function seriesOf(name: string): string {
  const version = versionOf(name);
  return version ? `versions of ${version.base}` : `files called ${name.toLowerCase()}`;
}

/** Older first: by the number in the name, then by the upload. */
function byVersion(a: Versioned, b: Versioned): number {
  const numbers = (versionOf(a.name)?.number ?? 0) - (versionOf(b.name)?.number ?? 0);
  const moments = a.uploadedAt.getTime() - b.uploadedAt.getTime();
  return numbers || moments || (a.id < b.id ? -1 : Number(a.id > b.id));
}

/** A file's series among these files, the oldest version first; without the file itself where it is not one of them. */
export const seriesIn = <File extends Versioned>(files: readonly File[], { name }: Versioned): File[] =>
  files.filter((file) => seriesOf(file.name) === seriesOf(name)).toSorted(byVersion);

/** The number by which a file of a series is called: that in its name, else its place. */
export const versionNumberOf = (file: Versioned, series: readonly Versioned[]): number =>
  versionOf(file.name)?.number ?? series.indexOf(file) + 1;
