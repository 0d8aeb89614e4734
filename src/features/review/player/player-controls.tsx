import compare from '#content/compare.yaml';
import words from '#content/project.yaml';
import { fileLabelOf } from '#src/features/files/file-name.tsx';
import type { ProjectFile } from '#src/features/files/list-project-files.ts';
import { fill } from '#src/platform/fill.ts';
import { PlayButton } from '#src/playing/play-button.tsx';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { Switch } from '#src/ui/switch.tsx';
import type { ReviewedRecording } from './find-recording.ts';
import styles from './player-controls.module.css';

const { player, versions: texts } = words;
const { controls } = player;

const shortNameOf = (number: number) => fill(texts.short, { number: String(number) });

/** Returns a version and the one before it, or the first and the next, the older one first; or a single version. */
function pairOf(versions: ReviewedRecording['versions'], fileId: string) {
  const at = versions.findIndex(({ id }) => id === fileId);
  return versions.slice(Math.max(0, at - 1), Math.max(0, at - 1) + 2);
}

/** Renders the switch for equal loudness. Needs scripts. */
function MatchedLevelsToggle() {
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
function CompareLink({
  versions,
  fileId,
  path,
}: Pick<ReviewedRecording, 'versions'> & { readonly fileId: string; readonly path: string }) {
  const [older, newer] = pairOf(versions, fileId);
  return (
    <div id={`compare-${fileId}`} data-live>
      {older && newer && (
        <ButtonLink
          role="button"
          label={compare.open}
          variant="secondary"
          size="small"
          href={`${path}?file=${newer.id}&compare=${older.id}#player`}
          title={fill(compare.openWith, { file: (older.id === fileId ? newer : older).label })}
        />
      )}
    </div>
  );
}

/** Links to the next file of the list. */
const NextFile = ({ next, path }: { readonly next: ProjectFile; readonly path: string }) => (
  <div className={styles.next}>
    <a
      className={styles.control}
      href={`${path}?file=${next.id}#player`}
      title={fill(controls.nextOf, { file: fileLabelOf(next) })}
      data-next
    >
      {controls.next}
    </a>
  </div>
);

/** The offered speeds, as factors. */
const speeds = [0.75, 1, 1.25, 1.5, 1.75, 2];

/** Renders the controls below the waveform. Only the links work without scripts. */
export function PlayerControls({
  recording: { file, versions, next },
  path,
  canSeek,
  isGuest,
  isCompared,
  share,
}: {
  readonly recording: ReviewedRecording;
  /** The path of the page. */
  readonly path: string;
  readonly canSeek: boolean;
  readonly isGuest: boolean;
  /** True while it is compared with another version. */
  readonly isCompared: boolean;
  /** A link to the recording's listening links. */
  readonly share: React.ReactNode;
}) {
  return (
    <div className={styles.controls}>
      {canSeek && (
        <div className={styles.scripted} data-controls role="group" aria-label={controls.title}>
          <button type="button" className={styles.control} data-loop aria-pressed="false">
            {controls.loop}
          </button>
          {([-1, 1] as const).map((sign) => (
            <button key={sign} type="button" className={`num ${styles.control}`} data-skip-ms={5000 * sign}>
              {sign < 0 ? controls.back : controls.forward}
            </button>
          ))}
          <label className={styles.setting}>
            <span className="sr-only">{controls.speed}</span>
            <select data-speed defaultValue="1">
              {speeds.map((speed) => (
                <option key={speed} value={speed}>
                  {fill(controls.times, { factor: String(speed) })}
                </option>
              ))}
            </select>
          </label>
          <label className={styles.setting} data-volume-control>
            <span className="small dim">{controls.volume}</span>
            <input type="range" data-volume min="0" max="1" step="0.01" defaultValue="1" />
          </label>
        </div>
      )}
      {next && <NextFile next={next} path={path} />}
      {!isGuest && !isCompared && <CompareLink fileId={file.id} {...{ versions, path }} />}
      {share && <div>{share}</div>}
      {!isCompared && <MatchedLevelsToggle />}
    </div>
  );
}

/** Renders the two versions of a comparison to switch between on a phone. */
const ComparedPair = () => (
  <div className={styles.pair} role="group" aria-label={compare.player.choose}>
    {[compare.versions.a, compare.versions.b].map((letter, index) => (
      <button key={letter} type="button" data-voice={index} aria-pressed={index === 1}>
        {letter}
      </button>
    ))}
  </div>
);

/**
 * Renders two versions to switch between on a phone: the current one and the one before it, or the first and the next.
 * `replace-player.client.ts` replaces the second by the previously shown one.
 */
function VersionPair({
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

/** Shows the most used actions below the player on a phone. Elsewhere, and without scripts, there is no bar. */
export function PlayerBar({
  fileId,
  versions,
  canComment,
  isCompared,
}: {
  readonly fileId: string;
  readonly versions: ReviewedRecording['versions'];
  readonly canComment: boolean;
  readonly isCompared: boolean;
}) {
  return (
    <div className={styles.bar} data-bar>
      <p className={`num dim ${styles.matchedText}`} data-matched-text="" aria-hidden="true" />
      <PlayButton labels={[player.play, player.pause]} />
      {isCompared ? <ComparedPair /> : <VersionPair {...{ versions, fileId }} />}
      {canComment && <Button label={player.comment} variant="secondary" size="small" data-write />}
    </div>
  );
}
