import words from '#content/listening.yaml';
import { RecordingCover } from '#src/features/files/covers/recording-cover.tsx';
import type { ProjectFile } from '#src/features/files/list-project-files.ts';
import { lengthCodeOf } from '#src/features/files/measurements/time-code.ts';
import { entriesOf } from '#src/features/files/arrange/file-groups.ts';
import { portalFiles } from '#src/features/files/serving/serve-file.ts';
import { fill } from '#src/platform/fill.ts';
import { Breakable } from '#src/ui/breakable.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { chosenKeys, entryFields, targetText } from './link-actions.ts';
import type { LinkEntry } from './create-link.ts';
import { fileOfEntry, usualTitleOf } from './link-titles.ts';
import styles from './playlist-field.module.css';

const { titles: texts } = words.share.make;

/** From this many titles on, the list can be searched. */
const searchedFrom = 10;

/** A row of the list: a recording, or one version of it. */
type Row = {
  /** Tells the rows apart: the id of the recording, or of a further version of it. */
  readonly key: string;
  readonly entry: LinkEntry;
  readonly isChosen: boolean;
};

type Entries = Readonly<Record<string, string>>;

/** Returns the rows of chosen titles, in order, each with a key of its own. */
function chosenRows(files: readonly ProjectFile[], entries: readonly LinkEntry[]): Row[] {
  const taken = new Set<string>();
  return entries.flatMap((entry): Row[] => {
    const file = fileOfEntry(files, entry);
    if (!file) return [];
    const key = taken.has(file.recordingId) ? file.id : file.recordingId;
    if (taken.has(key)) return [];
    taken.add(key);
    return [{ key, entry, isChosen: true }];
  });
}

/** Returns the rows as they were posted by a refused form. */
function postedEntries(files: readonly ProjectFile[], entries: Entries): LinkEntry[] {
  return chosenKeys(entries).map((key) => {
    const fields = entryFields(key);
    const [kind, id = ''] = (entries[fields.version] ?? '').split(':', 2);
    const title = entries[fields.title] ?? null;
    const isFile = kind === 'file' && files.some((file) => file.id === id);
    return { fileId: isFile ? id : null, recordingId: isFile ? null : id, title };
  });
}

/** Lists the versions that a title can lead to. */
function VersionSelect({
  row: { key, entry },
  name,
  files,
}: {
  readonly row: Row;
  readonly name: string;
  readonly files: readonly ProjectFile[];
}) {
  const { version } = entryFields(key);
  const recordingId = fileOfEntry(files, entry)?.recordingId ?? '';
  const versions = files
    .filter((file) => file.recordingId === recordingId)
    .toSorted((one, other) => other.version - one.version);
  return (
    <label className={styles.field}>
      <span className="sr-only">{fill(texts.versionOf, { name })}</span>
      <select name={version} defaultValue={targetText(entry)}>
        <option value={targetText({ fileId: null, recordingId })}>{texts.newest}</option>
        {versions.map((file) => (
          <option key={file.id} value={targetText({ fileId: file.id, recordingId: null })}>
            {fill(texts.only, { number: String(file.version) })}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Renders the buttons that move a row. They need scripts. */
const MoveButtons = ({ name }: { readonly name: string }) => (
  <span className={styles.moves} data-moves hidden>
    {(['up', 'down'] as const).map((way) => (
      <button key={way} type="button" data-move={way} aria-label={fill(texts[way], { name })}>
        <Icon name={way === 'up' ? 'arrow-up' : 'arrow-down'} />
      </button>
    ))}
  </span>
);

/** Renders the field for a row's position, which scripts fill in and hide. */
const PositionField = ({
  row: { key },
  name,
  place,
}: {
  readonly row: Row;
  readonly name: string;
  readonly place: number | null;
}) => (
  <label className={`${styles.field} ${styles.position}`} data-position>
    <span className="sr-only">{fill(texts.positionOf, { name })}</span>
    <input
      className="num"
      name={entryFields(key).position}
      defaultValue={place ?? ''}
      inputMode="numeric"
      autoComplete="off"
      size={3}
      title={texts.position}
    />
  </label>
);

function TitleRow({
  row,
  place,
  files,
  error,
}: {
  readonly row: Row;
  /** From 1; null for a row that is not chosen. */
  readonly place: number | null;
  readonly files: readonly ProjectFile[];
  readonly error: string | undefined;
}) {
  const { key, entry, isChosen } = row;
  const file = fileOfEntry(files, entry);
  const name = usualTitleOf(files, entry);
  const { pick, title } = entryFields(key);
  const errorId = `error-${key}`;
  return (
    <li className={styles.row} data-title-row={name}>
      <span className={styles.handle} data-handle title={texts.drag} aria-hidden="true" hidden>
        <svg viewBox="0 0 10 16" width="10" height="16">
          <path d="M2 3h2M6 3h2M2 8h2M6 8h2M2 13h2M6 13h2" />
        </svg>
      </span>
      <label className={styles.pick}>
        <input type="checkbox" name={pick} value="yes" defaultChecked={isChosen} />
        <RecordingCover file={`${portalFiles}/${file?.id}`} figureKey={file?.figureKey} isHeld />
        <bdi>
          <Breakable text={name} />
        </bdi>
        {file && file.durationMs !== null && (
          <span className="italic small dim num">{lengthCodeOf(file.durationMs)}</span>
        )}
      </label>
      <MoveButtons name={name} />
      <div className={styles.details}>
        <div className={`${styles.field} ${styles.title}`}>
          <input
            name={title}
            defaultValue={entry.title ?? ''}
            placeholder={name}
            maxLength={200}
            autoComplete="off"
            dir="auto"
            aria-label={fill(texts.titleOf, { name })}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? errorId : undefined}
          />
        </div>
        <VersionSelect {...{ row, name, files }} />
        <PositionField {...{ row, name, place }} />
        {error && (
          <p className={`small ${styles.error}`} id={errorId}>
            {error}
          </p>
        )}
      </div>
    </li>
  );
}

/**
 * Renders the titles of a playlist: the chosen ones in order, and the others of the project. `playlist.client.ts` moves
 * rows between both, searches and reorders them; without scripts, the positions are typed.
 */
export function PlaylistField({
  files,
  entries,
  refused,
}: {
  readonly files: readonly ProjectFile[];
  readonly entries: readonly LinkEntry[];
  /** What was posted, and the messages about it. */
  readonly refused: { readonly entries: Entries; readonly errors: Entries } | null;
}) {
  const chosen = chosenRows(files, refused ? postedEntries(files, refused.entries) : entries);
  const taken = new Set(chosen.map(({ key }) => key));
  const others = entriesOf(files)
    .filter(({ recordingId }) => !taken.has(recordingId))
    .map(({ recordingId: id }): Row => ({
      key: id,
      entry: { fileId: null, recordingId: id, title: null },
      isChosen: false,
    }));
  const rowOf = (row: Row, place: number | null) => (
    <TitleRow key={row.key} {...{ row, place, files }} error={refused?.errors[entryFields(row.key).title]} />
  );
  return (
    <div
      className={styles.playlist}
      data-playlist
      data-added={texts.added}
      data-removed={texts.removed}
      data-moved={texts.moved}
    >
      <h3 id="chosen-titles">{texts.chosen}</h3>
      <p className="small dim">{texts.chosenHint}</p>
      <ol className={styles.rows} aria-labelledby="chosen-titles" data-chosen>
        {chosen.map((row, index) => rowOf(row, index + 1))}
      </ol>
      <p className={`small dim ${styles.none}`}>{texts.none}</p>
      <h3 id="other-titles">{texts.others}</h3>
      {chosen.length + others.length >= searchedFrom && (
        <label className={styles.field} data-search-titles hidden>
          <span className="sr-only">{texts.search}</span>
          <input type="search" placeholder={texts.search} autoComplete="off" />
        </label>
      )}
      <ul className={`${styles.rows} ${styles.others}`} aria-labelledby="other-titles" data-others>
        {others.map((row) => rowOf(row, null))}
      </ul>
      <p className="small dim" role="status" data-not-found={texts.notFound} />
      <p className="sr-only" role="status" data-list-status />
    </div>
  );
}
