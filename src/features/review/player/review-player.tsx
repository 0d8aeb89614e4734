import words from '#content/project.yaml';
import soundWords from '#content/sound.yaml';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { Decision } from '#src/features/files/approvals/approve-dialog.tsx';
import { RecordingCover, RecordingFigure } from '#src/features/files/covers/recording-cover.tsx';
import { fileLabelOf, FileName } from '#src/features/files/file-name.tsx';
import { artefactAddressOf } from '#src/features/files/serving/serve-artefact.ts';
import { listenAddressOf, portalFiles } from '#src/features/files/serving/serve-file.ts';
import { PlayButton } from '#src/playing/play-button.tsx';
import type { ReviewedRecording } from './find-recording.ts';
import { CommentDialog, PlayerBar } from './comment-dialog.tsx';
import { CommentForm, type CommentDraft } from './comment-form.tsx';
import { ReviewComments } from './comment-list.tsx';
import styles from './review-player.module.css';
import { MarkerLinks } from './marker-links.tsx';
import { FrameCode, ReviewMedia } from './review-media.tsx';
import { SoundChoice, SoundLine, SoundPictures } from './sound-panel.tsx';
import { playedSoundOf, type SoundQuality } from './sound-quality.ts';
import { ReviewTimeline, TimelineTools, type ZoomedPeaks } from './review-timeline.tsx';
import { lengthCodeOf, parseTimeCode, timeCodeOf } from '#src/features/files/measurements/time-code.ts';
import { CompareLink, MatchedLevelsToggle, VersionLinks } from './version-links.tsx';
import dialog from '#src/ui/confirm-popover.module.css';
import meterStyles from './review-meters.module.css';

const { meters, units } = soundWords;

function Meter({
  kind,
  label,
  unit,
}: {
  readonly kind: 'loudness' | 'peak';
  readonly label: string;
  readonly unit: string;
}) {
  return (
    <div className={meterStyles.meter} data-meter={kind} data-unit={unit}>
      <span>{label}</span>
      <svg className={meterStyles.bar} viewBox="0 0 100 8" preserveAspectRatio="none">
        <rect className={meterStyles.track} width="100" height="8" />
        <rect className={meterStyles.level} width="0" height="8" />
      </svg>
      <span className={`num ${meterStyles.value}`}>–</span>
    </div>
  );
}

/**
 * Renders short-term loudness and peak at the playhead. Scripts show and update them. The measurements are also shown
 * as text below the player and in the delivery report, so the meters are hidden from screen readers.
 */
function ReviewMeters({ measurement }: Pick<ReviewedRecording, 'measurement'>) {
  const hasLoudness = (measurement?.measures?.curve.length ?? 0) > 1;
  return (
    <div className={`small dim ${meterStyles.meters}`} data-meters aria-hidden="true">
      {hasLoudness && <Meter kind="loudness" label={meters.loudness} unit={units.lufs} />}
      <Meter kind="peak" label={meters.peak} unit={units.dbfs} />
    </div>
  );
}

const { keys } = words.player;

/** Renders the button and the list of the player's keys, in which they can be turned off. Needs scripts. */
function ReviewKeys({ fileId }: { readonly fileId: string }) {
  const id = `keys-${fileId}`;
  return (
    <div className={styles.keys} data-keys>
      <button type="button" className={`small ${styles.open}`} popoverTarget={id} data-open-keys>
        {keys.title}
      </button>
      <dialog className={dialog.dialog} id={id} popover="auto" aria-labelledby={`${id}-title`}>
        <h3 className="title-3" id={`${id}-title`}>
          {keys.title}
        </h3>
        <dl className={`small ${styles.keyList}`}>
          {keys.list.map(({ key, does }) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <p className="small dim">{keys.about}</p>
        <label className={`small ${styles.onOff}`}>
          <input type="checkbox" defaultChecked /> {keys.on}
        </label>
        <Button
          label={keys.close}
          variant="secondary"
          size="small"
          popoverTarget={id}
          popoverTargetAction="hide"
        />
      </dialog>
    </div>
  );
}

const { player } = words;

/** Returns the data to show a part of the recording on the timeline, or null if it is not measured yet. */
function zoomedPeaksOf(
  { file, measurement }: ReviewedRecording,
  filesPath: string,
  hasSamples: boolean,
): ZoomedPeaks | null {
  const address = artefactAddressOf(filesPath, file.id, 'peaks', measurement?.artefacts.peaks);
  const measures = measurement?.measures;
  if (!address || !measures) return null;
  const { frames, format } = measures;
  const as = file.kind === 'video' ? 'sound' : undefined;
  const samples = hasSamples ? listenAddressOf(filesPath, file.id, as) : null;
  return { address, frames, rateHz: format.rateHz, samples };
}

/** Renders the recording's cymatic figure once it is measured. */
function CymaticFigure({
  recording: { file, measurement },
  filesPath,
}: {
  readonly recording: ReviewedRecording;
  readonly filesPath: string;
}) {
  const { artefacts, measures } = measurement ?? {};
  if (!artefacts?.figure || !measures?.pitches) return null;
  return (
    <details className="small" id={`figure-${file.id}`}>
      <summary>{soundWords.figure.title}</summary>
      <RecordingFigure
        file={`${filesPath}/${file.id}`}
        figureKey={artefacts.figure}
        pitches={measures.pitches}
        label={fileLabelOf(file)}
      />
    </details>
  );
}

type Player = {
  readonly recording: ReviewedRecording;
  /** The path of the player's page. */
  readonly path: string;
  /** A person with a listening link is a guest. */
  readonly viewer: 'client' | 'team' | 'guest';
  /** True if this person may approve files of the project. */
  readonly mayApprove?: boolean;
  /** Revision rounds agreed per recording of the project; null if none were agreed. */
  readonly agreedRounds?: number | null;
  /** A link to its listening links. */
  readonly share?: React.ReactNode;
};

/** Renders the versions of a recording and its actions. */
function PlayerSide({ recording, path, viewer, mayApprove = false, agreedRounds = null, share }: Player) {
  const { id } = recording.file;
  return (
    <div className={styles.side}>
      <VersionLinks recording={recording} fileId={id} {...{ agreedRounds, path }} />
      {viewer !== 'guest' && <CompareLink versions={recording.versions} fileId={id} />}
      {share && <div>{share}</div>}
      {viewer !== 'guest' && (
        <Decision file={recording.file} mayApprove={mayApprove} className={styles.approval} />
      )}
    </div>
  );
}

/** Renders the comment form and the comments. */
function Comments({
  recording: { file, comments, readerNames },
  writing,
  draft,
  personId,
  isGuest,
  href,
  canSeek,
  length,
}: Pick<Player, 'recording'> & {
  readonly writing: React.ReactNode;
  readonly draft: CommentDraft;
  readonly personId: string;
  readonly isGuest: boolean;
  readonly href: string;
  readonly canSeek: boolean;
  readonly length: string | null;
}) {
  const { id } = file;
  return (
    <CommentDialog
      fileId={id}
      progress={length && fill(player.progress, { length })}
      form={writing ?? <CommentForm fileId={id} {...{ draft, comments, personId, readerNames, href }} />}
    >
      <ReviewComments
        {...{ comments, personId, isGuest }}
        atMs={parseTimeCode(draft.at) ?? 0}
        address={{ fileId: id, href, canSeek }}
      />
    </CommentDialog>
  );
}

/**
 * Plays a recording on the page, with comments at its moments. Without scripts the browser's own controls play it;
 * `review-player.client.ts` replaces them with the timeline.
 */
export function ReviewPlayer({
  recording,
  path,
  viewer,
  personId,
  draft,
  sound = 'full',
  mayApprove = false,
  agreedRounds = null,
  filesPath = portalFiles,
  share,
  writing,
}: Player & {
  /** The id of the signed-in person or guest. */
  readonly personId: string;
  readonly draft: CommentDraft;
  /** The sound quality that they want. */
  readonly sound?: SoundQuality;
  /** The base path of the files. */
  readonly filesPath?: string;
  /** Replaces the comment form; null if comments are not shown at all. */
  readonly writing?: React.ReactNode;
}) {
  const { file, peaks, measurement, comments } = recording;
  const { id, durationMs } = file;
  const label = fileLabelOf(file);
  const href = `${path}?file=${id}`;
  // The length of an MP3 may be missing: a browser then estimates it, and every position that it seeks to.
  const canSeek = durationMs !== null || file.mediaType !== 'audio/mpeg';
  const length = durationMs === null ? null : lengthCodeOf(durationMs);
  const quality = playedSoundOf(recording, sound);
  const hasTimeline = peaks !== null && durationMs !== null && durationMs > 0;
  const isGuest = viewer === 'guest';
  // Any file that a guest fetches counts as listening.
  const zoomed = zoomedPeaksOf(recording, filesPath, sound !== 'light' && !isGuest);
  const media = (
    <ReviewMedia {...{ recording, label, hasTimeline, quality, filesPath }} isRecorded={isGuest} />
  );
  return (
    <section
      className={styles.player}
      id="player"
      data-s="plate"
      data-player={id}
      data-quality={quality}
      data-duration-ms={durationMs ?? undefined}
      data-plays-through={canSeek ? undefined : ''}
      aria-labelledby="player-title"
    >
      <h2 className="sr-only" id="player-title">
        {player.title}
      </h2>
      <div className={styles.top}>
        <PlayButton labels={[player.play, player.pause]} isHidden={!hasTimeline && canSeek} isWaiting />
        <RecordingCover file={`${filesPath}/${id}`} figureKey={file.figureKey} />
        <div className={styles.what}>
          <p className={styles.name}>
            <FileName name={label} />
          </p>
          {length && (
            <p className="italic small dim num" data-progress={fill(player.progress, { length })}>
              {fill(player.progress, { now: timeCodeOf(0), length })}
            </p>
          )}
          <FrameCode recording={recording} />
          {!canSeek && (
            <p className="italic small dim num" data-progress={player.progressAlone}>
              {fill(player.progressAlone, { now: timeCodeOf(0) })}
            </p>
          )}
        </div>
        <PlayerSide {...{ recording, path, viewer, mayApprove, agreedRounds, share }} />
      </div>
      {file.kind === 'video' && media}
      {!canSeek && <p className="small dim">{player.unknownLength}</p>}
      <p className={`small ${styles.failed}`} role="alert" data-failed={player.failed} />
      {hasTimeline && <ReviewTimeline fileId={id} {...{ peaks, durationMs, comments, zoomed }} />}
      {file.kind !== 'video' && media}
      {hasTimeline && zoomed && <TimelineTools />}
      {hasTimeline && zoomed && <ReviewMeters measurement={measurement} />}
      {writing !== null && (
        <Comments {...{ recording, href, draft, personId, isGuest, canSeek, length, writing }} />
      )}
      <SoundLine fileId={id} {...{ label, measurement, hasTimeline }} hasSheet={!isGuest} />
      <div className={styles.heard}>
        <SoundChoice {...{ recording, href }} wanted={sound} />
        <MatchedLevelsToggle />
      </div>
      <div className={styles.more}>
        {hasTimeline && <SoundPictures {...{ file, measurement, filesPath }} />}
        <CymaticFigure {...{ recording, filesPath }} />
        {!isGuest && <MarkerLinks {...{ recording, label }} />}
        <ReviewKeys fileId={id} />
      </div>
      {writing !== null && <PlayerBar fileId={id} versions={recording.versions} />}
    </section>
  );
}
