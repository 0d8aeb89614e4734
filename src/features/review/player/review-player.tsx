import words from '#content/project.yaml';
import { fill } from '#src/platform/fill.ts';
import { fileLabelOf } from '#src/features/files/file-name.tsx';
import { artefactAddressOf } from '#src/features/files/serving/serve-artefact.ts';
import { listenAddressOf, portalFiles } from '#src/features/files/serving/serve-file.ts';
import { ComparisonFigures, ComparisonPanel, type ShownComparison } from '../compare/comparison-panel.tsx';
import type { ReviewedRecording } from './find-recording.ts';
import { CommentForm, type CommentDraft } from './comment-form.tsx';
import { ReviewComments } from './comment-list.tsx';
import { CommentSection } from './comment-section.tsx';
import { PlayerBar, PlayerControls } from './player-controls.tsx';
import { PlayerDetails, PlayerKeys } from './player-details.tsx';
import { PlayerHead } from './player-head.tsx';
import styles from './review-player.module.css';
import { ReviewMedia } from './review-media.tsx';
import { SoundState } from './sound-panel.tsx';
import { playedSoundOf, type SoundQuality } from './sound-quality.ts';
import { ReviewTimeline, type ZoomedPeaks } from './review-timeline.tsx';
import { lengthCodeOf, parseTimeCode } from '#src/features/files/measurements/time-code.ts';

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

type PlayerProps = {
  readonly recording: ReviewedRecording;
  /** The path of the player's page. */
  readonly path: string;
  /** A person with a listening link is a guest. */
  readonly viewer: 'client' | 'team' | 'guest';
  /** The id of the signed-in person or guest. */
  readonly personId: string;
  readonly draft: CommentDraft;
  /** The sound quality that they want. */
  readonly sound?: SoundQuality;
  /** True if this person may approve files of the project. */
  readonly mayApprove?: boolean;
  /** Revision rounds agreed per recording of the project; null if none were agreed. */
  readonly agreedRounds?: number | null;
  /** The base path of the files. */
  readonly filesPath?: string;
  /** A link to its listening links. */
  readonly share?: React.ReactNode;
  /** Replaces the comment form; null if comments are not shown at all. */
  readonly writing?: React.ReactNode;
  /** The comparison with an older version; null if it is not compared. */
  readonly comparison?: ShownComparison | null;
};

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
  comparison = null,
}: PlayerProps) {
  const { file, peaks, comments, readerNames, versions } = recording;
  const { id, durationMs } = file;
  const label = fileLabelOf(file);
  const href = `${path}?file=${id}`;
  // The length of an MP3 may be missing: a browser then estimates it, and every position that it seeks to.
  const canSeek = durationMs !== null || file.mediaType !== 'audio/mpeg';
  const quality = playedSoundOf(recording, sound);
  const hasTimeline = peaks !== null && durationMs !== null && durationMs > 0;
  const isGuest = viewer === 'guest';
  // Any file that a guest fetches counts as listening.
  const zoomed = zoomedPeaksOf(recording, filesPath, sound !== 'light' && !isGuest);
  const canZoom = hasTimeline && zoomed !== null;
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
      data-rate-hz={recording.measurement?.measures?.format.rateHz}
      data-sound={listenAddressOf(filesPath, id, 'sound')}
      aria-labelledby="player-title"
    >
      <h2 className="sr-only" id="player-title">
        {player.title}
      </h2>
      <PlayerHead
        {...{ recording, path, filesPath, viewer, mayApprove, agreedRounds, canSeek }}
        canPlay={hasTimeline || !canSeek}
        isCompared={comparison !== null}
      />
      {file.kind === 'video' && media}
      {!canSeek && <p className={`small dim ${styles.note}`}>{player.unknownLength}</p>}
      <p className={`small ${styles.failed}`} role="alert" data-failed={player.failed} />
      {hasTimeline && <ReviewTimeline fileId={id} {...{ peaks, durationMs, comments, zoomed }} />}
      {file.kind !== 'video' && media}
      {comparison && (
        <div data-comparison>
          <ComparisonPanel {...comparison} close={`${href}#player`} />
        </div>
      )}
      <SoundState fileId={id} measurement={recording.measurement} />
      <PlayerControls
        {...{ recording, path, isGuest, share }}
        canSeek={hasTimeline}
        isCompared={comparison !== null}
      />
      <PlayerDetails {...{ recording, filesPath, href, isGuest, hasTimeline, canZoom, sound }}>
        {comparison && <ComparisonFigures compared={comparison.compared} />}
      </PlayerDetails>
      {writing !== null && (
        <CommentSection
          progress={durationMs === null ? null : fill(player.progress, { length: lengthCodeOf(durationMs) })}
          form={writing ?? <CommentForm fileId={id} {...{ draft, comments, personId, readerNames, href }} />}
        >
          <ReviewComments
            {...{ comments, personId, isGuest }}
            atMs={parseTimeCode(draft.at) ?? 0}
            address={{ fileId: id, href, canSeek }}
          />
        </CommentSection>
      )}
      <PlayerKeys fileId={id} />
      <PlayerBar
        fileId={id}
        versions={versions}
        canComment={writing !== null}
        isCompared={comparison !== null}
      />
    </section>
  );
}
