import words from '#content/project.yaml';
import { fill } from '#src/platform/fill.ts';
import type { ReviewedRecording, OtherVersion } from './find-recording.ts';
import { louderOf, matchedDb, matchedText } from '#src/features/files/comparisons/matched-levels.ts';
import styles from './player-head.module.css';

const { player, versions: texts } = words;

/** The data that `match-levels.client.ts` needs to play two versions equally loud. */
export type MatchedLevels = {
  /** Empty if both are equally loud. */
  readonly text: string;
  /** The gains of the shown version and the other one, in dB. */
  readonly db: readonly [shown: number, other: number];
};

/** Returns the alignment and gains of another version as data attributes for the scripts. */
function dataOf(other: OtherVersion | undefined, names: readonly [shown: string, other: string]) {
  if (!other) return {};
  const { places, louderLu } = other;
  const levels: MatchedLevels | null =
    louderLu === null
      ? null
      : {
          text: louderOf(louderLu) === null ? '' : matchedText(louderLu, names),
          db: matchedDb(louderLu),
        };
  return {
    'data-places': places ? JSON.stringify(places) : undefined,
    'data-levels': levels ? JSON.stringify(levels) : undefined,
  };
}

const shortNameOf = (number: number) => fill(texts.short, { number: String(number) });

type Versions = Pick<ReviewedRecording, 'versions' | 'others'> & {
  readonly fileId: string;
  /** The path of the current page. */
  readonly path: string;
};

/** Returns what a version is: its stage, and whether it is shown first or approved. */
export const marksOf = ({ stage, isPinned, isApproved }: ReviewedRecording['versions'][number]): string[] =>
  [stage && texts.stages[stage], isPinned && texts.pinned, isApproved && texts.approved].filter(
    (mark) => typeof mark === 'string',
  );

function VersionButton({
  version,
  versions,
  others,
  fileId,
  path,
}: Versions & { readonly version: ReviewedRecording['versions'][number] }) {
  const { id, number, label } = version;
  const marks = marksOf(version);
  const shownName = shortNameOf(versions.find((each) => each.id === fileId)?.number ?? 0);
  return (
    <>
      <a
        href={`${path}?file=${id}#player`}
        title={[label, ...marks].join(', ')}
        role="button"
        aria-pressed={id === fileId}
        aria-describedby={marks.length > 0 ? `marks-${id}` : undefined}
        data-version={id}
        data-number={number}
        {...dataOf(others.get(id), [shownName, shortNameOf(number)])}
      >
        <span className="sr-only">{player.version} </span>
        {number}
      </a>
      {marks.length > 0 && (
        <span id={`marks-${id}`} hidden>
          {marks.join(', ')}
        </span>
      )}
    </>
  );
}

/** Up to this many versions are all shown; of more, the newest ones and the current one. */
const fewVersions = 6;
const shownVersions = 4;

/**
 * Renders the versions of a recording; of many, the older ones are folded. Without scripts the buttons lead to the page
 * of that version; with them it replaces the current one.
 */
export function VersionLinks({ versions, others, fileId, path }: Versions) {
  const isShown = (id: string, index: number) =>
    versions.length <= fewVersions || id === fileId || index >= versions.length - shownVersions;
  const folded = versions.filter(({ id }, index) => !isShown(id, index));
  const buttonOf = (version: (typeof versions)[number]) => (
    <VersionButton key={version.id} {...{ version, versions, others, fileId, path }} />
  );
  return (
    <nav
      className={styles.versions}
      id={`versions-${fileId}`}
      data-live
      data-few={versions.length <= 2 ? '' : undefined}
      aria-label={player.version}
    >
      {versions.length > 0 && (
        <span className="small dim" aria-hidden="true">
          {player.version}
        </span>
      )}
      {folded.length > 0 && (
        <details className={styles.older} id={`older-${fileId}`}>
          <summary className="small">{fill(texts.older, { count: String(folded.length) })}</summary>
          <div className={styles.versionLinks}>{folded.map(buttonOf)}</div>
        </details>
      )}
      <div className={styles.versionLinks}>
        {versions.filter(({ id }, index) => isShown(id, index)).map(buttonOf)}
      </div>
    </nav>
  );
}
