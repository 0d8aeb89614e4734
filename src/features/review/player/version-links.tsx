import compare from '#content/compare.yaml';
import words from '#content/project.yaml';
import { roundsTextOf } from '#src/features/files/lists/version-line.tsx';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import type { ReviewedRecording, OtherVersion } from './find-recording.ts';
import { louderOf, matchedDb, matchedText } from '#src/features/files/comparisons/matched-levels.ts';
import { Switch } from '#src/ui/switch.tsx';
import styles from './review-player.module.css';

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

/**
 * Renders the versions of a recording with number, label, and whether they are pinned or approved. Without scripts the
 * links lead to the page of that version; with them it replaces the current one.
 */
export function VersionLinks({
  recording: { versions, rounds, others },
  agreedRounds,
  fileId,
  path,
}: {
  readonly recording: Pick<ReviewedRecording, 'versions' | 'rounds' | 'others'>;
  /** Revision rounds per recording of the project. */
  readonly agreedRounds: number | null;
  readonly fileId: string;
  /** The path of the current page. */
  readonly path: string;
}) {
  const roundsText = roundsTextOf(rounds, agreedRounds);
  const shownName = shortNameOf(versions.find(({ id }) => id === fileId)?.number ?? 0);
  return (
    <nav className={styles.versions} id={`versions-${fileId}`} data-live aria-label={player.version}>
      <div className={styles.versionLinks}>
        {versions.map(({ id, number, label, stage, isPinned, isApproved }) => {
          const marks = [
            stage && texts.stages[stage],
            isPinned && texts.pinned,
            isApproved && texts.approved,
          ].filter(Boolean);
          return (
            <div key={id} className={styles.oneVersion}>
              <a
                href={`${path}?file=${id}#player`}
                title={label}
                role="button"
                aria-pressed={id === fileId}
                aria-describedby={marks.length > 0 ? `marks-${id}` : undefined}
                data-version={id}
                data-number={number}
                {...dataOf(others.get(id), [shownName, shortNameOf(number)])}
              >
                {player.version} {number}
              </a>
              {marks.length > 0 && (
                <span id={`marks-${id}`} className={`dim ${styles.marks}`}>
                  {marks.join(', ')}
                </span>
              )}
            </div>
          );
        })}
      </div>
      {versions.length > 0 && roundsText !== null && (
        <p className={`italic small dim ${styles.rounds}`}>{roundsText}</p>
      )}
    </nav>
  );
}

/** Returns a version and the one before it, or the first and the next, the older one first; or a single version. */
function pairOf(versions: ReviewedRecording['versions'], fileId: string) {
  const at = versions.findIndex(({ id }) => id === fileId);
  return versions.slice(Math.max(0, at - 1), Math.max(0, at - 1) + 2);
}

/**
 * Renders two versions to switch between on a phone: the current one and the one before it, or the first and the next.
 * `replace-player.client.ts` replaces the second by the previously shown one.
 */
export function VersionPair({
  versions,
  fileId,
}: Pick<ReviewedRecording, 'versions'> & { readonly fileId: string }) {
  const letters = [compare.versions.a, compare.versions.b];
  return (
    <div
      className={styles.pair}
      id={`pair-${fileId}`}
      data-live
      data-pair={texts.short}
      role="group"
      aria-label={compare.player.choose}
    >
      {pairOf(versions, fileId).map(({ id, number }, index) => (
        <button
          key={id}
          type="button"
          data-shows-version={id}
          aria-pressed={id === fileId}
          aria-describedby={`pair-${index}`}
        >
          {letters[index]}
          <span className="num" id={`pair-${index}`} aria-hidden="true">
            {shortNameOf(number)}
          </span>
        </button>
      ))}
    </div>
  );
}

/** Renders the switch for equal loudness. Needs scripts. */
export function MatchedLevelsToggle() {
  return (
    <div className={styles.matched}>
      <Switch data-match-levels="" title={compare.level.about}>
        <span className="num" data-matched-text={compare.level.toggle}>
          {compare.level.toggle}
        </span>
      </Switch>
      <p className="small dim" data-not-matched={JSON.stringify(compare.level.notMatched)} hidden />
    </div>
  );
}

/** Links to the comparison with the previous version, or of the first with the next. */
export function CompareLink({
  versions,
  fileId,
}: Pick<ReviewedRecording, 'versions'> & { readonly fileId: string }) {
  const [older, newer] = pairOf(versions, fileId);
  return (
    <div id={`compare-${fileId}`} data-live>
      {older && newer && (
        <form action={`/portal/files/${older.id}/compare/${newer.id}`} aria-label={compare.title}>
          <Button
            type="submit"
            label={compare.open}
            variant="secondary"
            size="small"
            title={fill(compare.openWith, { file: (older.id === fileId ? newer : older).label })}
          />
        </form>
      )}
    </div>
  );
}
