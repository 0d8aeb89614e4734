import words from '#content/project.yaml';
import { Decision } from '#src/features/files/approvals/approve-dialog.tsx';
import { RecordingCover } from '#src/features/files/covers/recording-cover.tsx';
import { fileLabelOf, FileName } from '#src/features/files/file-name.tsx';
import { roundsTextOf } from '#src/features/files/lists/version-line.tsx';
import { measuredText } from '#src/features/files/measurements/measurement-text.ts';
import { lengthCodeOf, timeCodeOf } from '#src/features/files/measurements/time-code.ts';
import { fill } from '#src/platform/fill.ts';
import { PlayButton } from '#src/playing/play-button.tsx';
import type { ReviewedRecording } from './find-recording.ts';
import { FrameCode } from './review-media.tsx';
import { marksOf, VersionLinks } from './version-links.tsx';
import styles from './player-head.module.css';

const { player } = words;

/** Renders loudness, stage and revision round of the shown version. */
function Facts({
  recording: { file, measurement, versions, rounds },
  agreedRounds,
  isFirst,
}: {
  readonly recording: ReviewedRecording;
  readonly agreedRounds: number | null;
  /** True if nothing precedes the facts. */
  readonly isFirst: boolean;
}) {
  const loudness = measurement?.measures?.integrated ?? null;
  const shown = versions.find(({ id }) => id === file.id);
  const facts = [
    loudness === null ? null : measuredText('lufs', loudness),
    ...(shown ? marksOf({ ...shown, isApproved: false }) : []),
  ].filter((fact) => fact !== null);
  const roundsText = versions.length > 0 ? roundsTextOf(rounds, agreedRounds) : null;
  const text = facts.join(', ');
  return (
    <span id={`facts-${file.id}`} data-live>
      {text !== '' && !isFirst ? `, ${text}` : text}
      {roundsText !== null && `. ${roundsText}`}
    </span>
  );
}

/** Renders the player's first line: play, name, time, loudness, the versions and the decision. */
export function PlayerHead({
  recording,
  path,
  filesPath,
  viewer,
  mayApprove,
  agreedRounds,
  canPlay,
  canSeek,
  isCompared,
}: {
  readonly recording: ReviewedRecording;
  /** The path of the page. */
  readonly path: string;
  /** The base path of the files. */
  readonly filesPath: string;
  readonly viewer: 'client' | 'team' | 'guest';
  /** True if this person may approve files of the project. */
  readonly mayApprove: boolean;
  /** Revision rounds agreed per recording; null if none were agreed. */
  readonly agreedRounds: number | null;
  /** True if scripts replace the browser's controls. */
  readonly canPlay: boolean;
  readonly canSeek: boolean;
  /** True while it is compared with another version. */
  readonly isCompared: boolean;
}) {
  const { file, versions, others } = recording;
  const { id, durationMs } = file;
  const length = durationMs === null ? null : lengthCodeOf(durationMs);
  const progress =
    length !== null ? fill(player.progress, { length }) : canSeek ? null : player.progressAlone;
  return (
    <div className={styles.head}>
      <PlayButton labels={[player.play, player.pause]} isHidden={!canPlay} isWaiting />
      <RecordingCover file={`${filesPath}/${id}`} figureKey={file.figureKey} />
      <div className={styles.what}>
        <p className={styles.name}>
          <FileName name={fileLabelOf(file)} />
        </p>
        <p className="italic small dim num">
          {progress !== null && (
            <span data-progress={progress}>{fill(progress, { now: timeCodeOf(0) })}</span>
          )}
          <Facts {...{ recording, agreedRounds }} isFirst={progress === null} />
        </p>
        <FrameCode recording={recording} />
      </div>
      {/* A comparison has its own switch. */}
      {!isCompared && <VersionLinks fileId={id} {...{ versions, others, path }} />}
      {/* The decision, in one place: full width above the waveform on a phone. */}
      {viewer !== 'guest' && (
        <Decision file={recording.file} mayApprove={mayApprove} className={styles.decision} />
      )}
    </div>
  );
}
