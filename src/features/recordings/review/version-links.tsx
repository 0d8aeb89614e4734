import compare from '#content/compare.yaml';
import words from '#content/project.yaml';
import { roundsTextOf } from '#src/features/recordings/files/version-line.tsx';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import type { ReviewedRecording } from './find-recording.ts';
import type { Places } from './version-places.ts';
import styles from './review-player.module.css';

const { player, versions: texts } = words;

const placesTextOf = (places: Places | undefined) => (places ? JSON.stringify(places) : undefined);

/**
 * The versions of a recording, each with its number, its label, and whether it is pinned or approved. They are links that are pressed: without
 * scripts they lead to the page of that version, with them it takes this one's place.
 */
export function VersionLinks({
  recording: { versions, rounds, places },
  agreedRounds,
  fileId,
  path,
}: {
  readonly recording: Pick<ReviewedRecording, 'versions' | 'rounds' | 'places'>;
  /** Revision rounds of each recording of the project. */
  readonly agreedRounds: number | null;
  readonly fileId: string;
  /** The path of the page that this is on. */
  readonly path: string;
}) {
  const roundsText = roundsTextOf(rounds, agreedRounds);
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
                data-places={placesTextOf(places.get(id))}
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

/** A version and the one before it, or the first and the next: the older one first. Of a single version it alone. */
function pairOf(versions: ReviewedRecording['versions'], fileId: string) {
  const at = versions.findIndex(({ id }) => id === fileId);
  return versions.slice(Math.max(0, at - 1), Math.max(0, at - 1) + 2);
}

/**
 * Two versions to be heard in turn, for the bar of a phone: the one that is shown and the one before it, or from the first the
 * next. `version-pair.client.ts` makes the second that which was shown last.
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
            {fill(texts.short, { number: String(number) })}
          </span>
        </button>
      ))}
    </div>
  );
}

/** The way to the comparison with the version before, or from the first to the next. */
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
