import words from '#content/file-lists.yaml';
import { fill } from '#src/platform/fill.ts';
import { sectionsOf, type FileEntry } from '../arrange/file-groups.ts';
import { FileName } from '../file-name.tsx';
import { fileSizeText } from '../file-size.ts';
import type { ProjectFile } from '../list-project-files.ts';
import { filesInTable, type FileInTable } from '../recording-versions.ts';
import { FileTable, type FileColumn, type RowAttributes } from './file-table.tsx';
import styles from './file-sections.module.css';

/** A row of a project's file list: a version with its formats. */
export type FileRow = FileInTable<ProjectFile> & {
  readonly entry: FileEntry<ProjectFile>;
  /** The same version in other formats. */
  readonly formats: readonly ProjectFile[];
};

type Entry = FileEntry<ProjectFile>;

const several = ([one, many]: readonly [string, string], count: number, values = {}) =>
  fill(count === 1 ? one : many, { count: String(count), ...values });

/** Renders what a closed group or folder contains, and what in it needs attention. */
function Summary({
  name,
  entries,
  isFolder,
}: {
  name: string;
  entries: readonly Entry[];
  isFolder: boolean;
}) {
  const files = entries.flatMap(({ versions, formats }) => [...versions, ...[...formats.values()].flat()]);
  const size = fileSizeText(files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
  const waiting = files.filter(({ isWaiting }) => isWaiting).length;
  const comments = files.reduce((sum, { openComments }) => sum + openComments, 0);
  const facts = [
    several(words.count, entries.length, { size }),
    waiting > 0 && several(words.waiting, waiting),
    comments > 0 && several(words.comments, comments),
  ].filter(Boolean);
  return (
    <summary className={styles.summary}>
      {isFolder ? (
        <span className={styles.folder}>
          <FileName name={name} />
        </span>
      ) : (
        <h3 className={styles.group}>{name}</h3>
      )}
      <span className="small italic dim">{facts.join(', ')}</span>
    </summary>
  );
}

/** Returns the entries of a section by folder, in order. */
const foldersOf = (entries: readonly Entry[]) => [...Map.groupBy(entries, ({ folder }) => folder)];

/**
 * Renders a project's files by group and folder, each of which can be closed. Stems begin closed, unless a file that the
 * page is about is among them.
 */
export function FileSections({
  files,
  columns,
  attributesOf,
  openFor,
}: {
  readonly files: readonly ProjectFile[];
  readonly columns: readonly FileColumn<FileRow>[];
  readonly attributesOf: (row: FileRow) => RowAttributes;
  /** The file whose row has to be visible. */
  readonly openFor: string | null;
}) {
  const sections = sectionsOf(files);
  const rowOf = new Map(filesInTable(files).map((row) => [row.file.id, row]));
  const rowsOf = (entries: readonly Entry[]): FileRow[] =>
    entries.flatMap((entry) =>
      entry.versions.flatMap((file, index) => {
        const row = rowOf.get(file.id);
        const formats = entry.formats.get(file.id) ?? [];
        return row ? [{ ...row, isFirst: index === 0, entry, formats }] : [];
      }),
    );
  const isShown = (entries: readonly Entry[]) =>
    entries.some(({ versions }) => versions.some(({ id }) => id === openFor));
  return sections.map(({ group, entries }, index) => {
    const name = words.groups[group];
    return (
      <details
        key={group}
        id={`files-${group}`}
        className={styles.section}
        open={group !== 'stems' || sections.length === 1 || isShown(entries)}
      >
        <Summary name={name} entries={entries} isFolder={false} />
        {foldersOf(entries).map(([folder, inFolder], place) => {
          const table = (
            <FileTable
              caption={folder === '' ? name : `${name}, ${folder}`}
              rows={rowsOf(inFolder)}
              isHeadQuiet={index > 0 || folder !== ''}
              {...{ columns, attributesOf }}
            />
          );
          if (folder === '') return <div key="">{table}</div>;
          return (
            <details key={folder} id={`files-${group}-${place}`} className={styles.section} open>
              <Summary name={folder} entries={inFolder} isFolder />
              {table}
            </details>
          );
        })}
      </details>
    );
  });
}
