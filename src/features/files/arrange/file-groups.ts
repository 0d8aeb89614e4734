import { compareNames } from '#src/studio/locale.ts';
import { recordingsIn } from '../recording-versions.ts';
import { fileGroups, type FileGroup, type FileKind, type VersionStage } from '../store/file.table.ts';

type Grouped = {
  readonly name: string;
  readonly folder: string;
  readonly kind: FileKind;
  readonly stage: VersionStage | null;
  readonly group: FileGroup | null;
  readonly isFromClient: boolean;
};

const stemsWord = /(?<![a-z])(?:stems?|multi[ _-]?tracks?)(?![a-z])/i;
const masterWord = /(?<![a-z])master(?:s|ed)?(?![a-z])/i;

/** Returns the group of a file: the one that the team set, else the one that its kind, stage, folder and name suggest. */
export function groupOf({ name, folder, kind, stage, group, isFromClient }: Grouped): FileGroup {
  if (group) return group;
  if (kind === 'video' || kind === 'other') return kind;
  if (kind !== 'audio') return 'documents';
  if (stage) return stage === 'master' ? 'masters' : 'mixes';
  const path = `${folder}/${name}`;
  if (stemsWord.test(path)) return 'stems';
  if (masterWord.test(path)) return 'masters';
  return isFromClient ? 'other' : 'mixes';
}

/** Returns true for the groups whose files ask for approval unless the team chose otherwise. */
export const asksForApproval = (group: FileGroup): boolean =>
  group === 'mixes' || group === 'masters' || group === 'video';

/** A file as an entry of the list. */
type Listed = Grouped & {
  readonly id: string;
  readonly recordingId: string;
  readonly version: number;
  readonly isPinned: boolean;
  readonly position: number | null;
  readonly formatOf: string | null;
};

/** An entry of the list: a recording with its versions and their formats. */
export type FileEntry<File> = {
  readonly recordingId: string;
  readonly group: FileGroup;
  readonly folder: string;
  /** The place in the team's own order; null if the name decides. */
  readonly position: number | null;
  /** The pinned version, else the newest. */
  readonly file: File;
  /** Its versions, the shown one first, then newest first. */
  readonly versions: readonly File[];
  /** The same recording in other formats, by the id of the version; without formats it has no key. */
  readonly formats: ReadonlyMap<string, readonly File[]>;
};

/** A group of the list with its entries in order; those of a folder are adjacent. */
export type FileSection<File> = { readonly group: FileGroup; readonly entries: readonly FileEntry<File>[] };

/** Returns the files that are formats of another file of the list, by the id of that file. */
export function formatsIn<File extends Pick<Listed, 'id' | 'formatOf' | 'name'>>(files: readonly File[]) {
  const ids = new Set(files.map(({ id, formatOf }) => (formatOf === null ? id : '')));
  const formats = files.filter(({ formatOf }) => formatOf !== null && ids.has(formatOf));
  const sorted = formats.toSorted((one, other) => compareNames(one.name, other.name));
  return Map.groupBy(sorted, ({ formatOf }) => formatOf ?? '');
}

function compareEntries<File extends Listed>(one: FileEntry<File>, other: FileEntry<File>): number {
  const byFolder = compareNames(one.folder, other.folder);
  if (byFolder !== 0) return byFolder;
  const [place, otherPlace] = [one.position ?? Infinity, other.position ?? Infinity];
  if (place !== otherPlace) return place < otherPlace ? -1 : 1;
  return compareNames(one.file.name, other.file.name) || (one.recordingId < other.recordingId ? -1 : 1);
}

/**
 * Returns the files of a project as they are listed: by group, folder, the team's own order and name. Groups without
 * files are left out.
 */
export function sectionsOf<File extends Listed>(files: readonly File[]): FileSection<File>[] {
  const formats = formatsIn(files);
  const asFormats = new Set([...formats.values()].flat());
  const entries = recordingsIn(files.filter((file) => !asFormats.has(file))).map(({ id, versions }) => {
    const shown = versions.find(({ isPinned }) => isPinned) ?? versions.at(-1);
    if (!shown) throw new Error('A recording has at least one version');
    const others = versions.filter((version) => version !== shown).toReversed();
    // A new version has none of these yet.
    const all = [shown, ...others];
    const folder = all.find((version) => version.folder !== '')?.folder ?? '';
    const group = all.find((version) => version.group !== null)?.group ?? null;
    const position = all.find((version) => version.position !== null)?.position ?? null;
    const own = versions.flatMap((version) => {
      const found = formats.get(version.id);
      return found ? [[version.id, found] as const] : [];
    });
    return {
      recordingId: id,
      group: groupOf({ ...shown, folder, group }),
      folder,
      position,
      file: shown,
      versions: all,
      formats: new Map(own),
    };
  });
  return fileGroups.flatMap((group) => {
    const ofGroup = entries.filter((entry) => entry.group === group);
    return ofGroup.length === 0 ? [] : [{ group, entries: ofGroup.toSorted(compareEntries) }];
  });
}

/** Returns the entries of a project in the order of the list. */
export const entriesOf = <File extends Listed>(files: readonly File[]): FileEntry<File>[] =>
  sectionsOf(files).flatMap(({ entries }) => entries);
