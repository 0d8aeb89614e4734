import words from '#content/project.yaml';
import { listenAddressOf } from '#src/features/files/serving/serve-file.ts';
import { previewType } from '#src/audio/encode-preview.ts';
import { fill } from '#src/platform/fill.ts';
import type { ReviewedRecording } from './find-recording.ts';
import { frameCodeOf } from '#src/features/files/measurements/frame-code.ts';
import styles from './review-player.module.css';
import type { SoundQuality } from './sound-quality.ts';

const { player } = words;
const { video } = player;

/** Returns the frame rate of a video, or null if unknown. */
export const frameRateOf = ({ file, measurement }: ReviewedRecording): number | null =>
  file.kind === 'video'
    ? (measurement?.measures?.format.frameRate ?? measurement?.picture?.frameRate ?? null)
    : null;

/** Renders the time code of the current frame. Scripts reveal and update it. */
export function FrameCode({ recording }: { readonly recording: ReviewedRecording }) {
  const rate = frameRateOf(recording);
  if (rate === null) return null;
  return (
    <p className="small dim num" data-frame-code={rate} hidden>
      <span className="sr-only">{video.code} </span>
      <span>{frameCodeOf(0, rate)}</span>
    </p>
  );
}

function VideoTools({ hasFrames }: { readonly hasFrames: boolean }) {
  return (
    <div className={styles.frames} role="group" aria-label={video.title} data-video-tools hidden>
      {hasFrames && (
        <>
          <button type="button" className={`small ${styles.open}`} data-frame="-1">
            {video.back}
          </button>
          <button type="button" className={`small ${styles.open}`} data-frame="1">
            {video.forward}
          </button>
        </>
      )}
      <button type="button" className={`small ${styles.open}`} data-full-screen hidden>
        {video.full}
      </button>
    </div>
  );
}

/**
 * Renders the element that plays a recording. The full sound is the second source of preview audio, and the sound alone
 * that of a video, for browsers that cannot play the first. `review-video.client.ts` reports that, and steps through
 * frames.
 */
export function ReviewMedia({
  recording,
  label,
  hasTimeline,
  quality,
  filesPath,
  isRecorded,
}: {
  readonly recording: ReviewedRecording;
  /** The file's name. */
  readonly label: string;
  /** True if a timeline replaces the browser's controls. */
  readonly hasTimeline: boolean;
  readonly quality: SoundQuality;
  /** The base path of the files. */
  readonly filesPath: string;
  /** True if listening is recorded. Then nothing is preloaded. */
  readonly isRecorded: boolean;
}) {
  const preload = isRecorded ? 'none' : 'metadata';
  const { id, kind } = recording.file;
  if (kind !== 'video') {
    const isLight = quality === 'light';
    return (
      <audio
        className={styles.audio}
        controls
        preload={preload}
        src={isLight ? undefined : listenAddressOf(filesPath, id)}
        aria-label={fill(player.audio, { file: label })}
      >
        {isLight && <source src={listenAddressOf(filesPath, id, 'light')} type={previewType} />}
        {isLight && <source src={listenAddressOf(filesPath, id)} />}
      </audio>
    );
  }
  return (
    <>
      <video
        className={styles.video}
        controls
        playsInline
        preload={preload}
        aria-label={fill(video.name, { file: label })}
        data-no-picture={video.noPicture}
      >
        <source src={listenAddressOf(filesPath, id)} />
        {hasTimeline && <source src={listenAddressOf(filesPath, id, 'sound')} />}
      </video>
      {hasTimeline && <VideoTools hasFrames={frameRateOf(recording) !== null} />}
    </>
  );
}
