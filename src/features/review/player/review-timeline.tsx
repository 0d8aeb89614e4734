import words from '#content/project.yaml';
import sound from '#content/sound.yaml';
import { fill } from '#src/platform/fill.ts';
import { Icon } from '#src/ui/icon.tsx';
import type { FileComment } from './find-recording.ts';
import { waveBarsOf, scaleOf } from './timeline-drawing.ts';
import styles from './review-timeline.module.css';
import { spanTextOf } from '#src/features/files/measurements/time-code.ts';

const { player } = words;
const { tools } = sound;

const percentOf = (ms: number, durationMs: number) => `${Math.min(100, (ms / durationMs) * 100).toFixed(3)}%`;

function Scale({ durationMs }: { readonly durationMs: number }) {
  return (
    <svg className={`num ${styles.scale}`} data-scale aria-hidden="true">
      {scaleOf({ fromMs: 0, toMs: durationMs }).map(({ atMs, text, anchor }) => (
        <text key={atMs} x={percentOf(atMs, durationMs)} y="19" textAnchor={anchor}>
          {text}
        </text>
      ))}
    </svg>
  );
}

function Pin({
  comment: { id, atMs, untilMs, doneAt },
  number,
  durationMs,
}: {
  readonly comment: FileComment;
  readonly number: number;
  readonly durationMs: number;
}) {
  const isDone = doneAt ? '' : undefined;
  const name = fill(player.pin, {
    number: String(number),
    time: spanTextOf(atMs, untilMs, player.range),
  });
  return (
    <svg
      x={percentOf(atMs, durationMs)}
      data-pin
      data-at-ms={atMs}
      data-until-ms={untilMs ?? undefined}
      data-number={number}
      width={untilMs === null ? 1 : percentOf(untilMs - atMs, durationMs)}
      height="1"
      overflow="visible"
    >
      {untilMs !== null && (
        <rect className={styles.band} data-done={isDone} width="100%" y="34" height="122" />
      )}
      <line className={styles.stem} data-done={isDone} y1="34" y2="156" />
      <line className={styles.stem} data-done={isDone} data-lead y1="34" y2="20" />
      <a
        href={`#comment-${id}`}
        aria-label={name}
        className={styles.pin}
        data-done={isDone}
        data-seek-ms={atMs}
      >
        {untilMs !== null && <rect className={styles.length} width="100%" y="14" height="12" />}
        <g data-disc>
          <circle className={styles.reach} data-reach cy="20" r="22" />
          <circle className={styles.disc} cy="20" r="14" />
          <text className="num" y="25" textAnchor="middle">
            {number}
          </text>
        </g>
      </a>
    </svg>
  );
}

/** The address of a recording's peaks at every scale, and what is needed to read them. */
export type ZoomedPeaks = {
  readonly address: string;
  readonly frames: number;
  readonly rateHz: number;
  /** The address of its samples for the closest views; null for people who save data. */
  readonly samples: string | null;
};

/** Zooms the timeline and shows the current part of the recording. Needs scripts. */
export function TimelineTools() {
  return (
    <div className={styles.tools} data-tools role="group" aria-label={tools.title}>
      <button type="button" className={styles.tool} data-tool="out" aria-label={tools.out}>
        <Icon name="minus" />
      </button>
      <button type="button" className={styles.tool} data-tool="in" aria-label={tools.in}>
        <Icon name="plus" />
      </button>
      <button type="button" className={styles.tool} data-tool="whole">
        {tools.whole}
      </button>
      <svg className={styles.overview} data-overview aria-hidden="true">
        <svg viewBox="0 0 400 100" preserveAspectRatio="none" width="100%" height="100%">
          <use href="#wave-bars" className={styles.rest} />
        </svg>
        <rect className={styles.shown} data-shown x="0" y="0.5" width="100%" height="43" />
      </svg>
      <p className="italic small dim num" role="status" data-range={tools.range} />
    </div>
  );
}

/**
 * Renders the waveform of a recording with a numbered pin for each comment. `review-player.client.ts` moves its
 * playhead.
 */
export function ReviewTimeline({
  fileId,
  peaks,
  durationMs,
  comments,
  zoomed,
}: {
  readonly fileId: string;
  /** 400 bytes, base64. */
  readonly peaks: string;
  readonly durationMs: number;
  readonly comments: readonly FileComment[];
  /** Null if there are no finer peaks. */
  readonly zoomed: ZoomedPeaks | null;
}) {
  return (
    <div
      className={styles.timeline}
      data-timeline
      data-duration-ms={durationMs}
      data-peaks={zoomed?.address}
      data-samples={zoomed?.samples ?? undefined}
      data-frames={zoomed?.frames}
      data-rate-hz={zoomed?.rateHz}
    >
      <svg className={styles.wave} viewBox="0 0 400 100" preserveAspectRatio="none" aria-hidden="true">
        <defs>
          <path id="wave-bars" data-bars d={waveBarsOf(peaks)} />
          <path id="wave-part" data-part />
          <clipPath id="wave-played">
            <rect data-played width="0" height="100" />
          </clipPath>
        </defs>
        <use href="#wave-bars" className={styles.rest} data-wave />
        <use href="#wave-bars" className={styles.played} data-wave clipPath="url(#wave-played)" />
      </svg>
      <svg className={styles.over} aria-hidden="true">
        <rect className={styles.selection} data-selection width="0" y="34" height="122" />
        <line className={styles.head} data-head x1="0" x2="0" y1="0" y2="161" />
      </svg>
      <input
        type="range"
        className={styles.position}
        data-position
        aria-label={player.position}
        min={0}
        max={durationMs}
        step={100}
        defaultValue={0}
        hidden
      />
      {(['from', 'to'] as const).map((end) => (
        <div
          key={end}
          className={styles.handle}
          role="slider"
          tabIndex={0}
          data-handle={end}
          aria-label={end === 'from' ? player.controls.loopStart : player.controls.loopEnd}
          aria-valuemin={0}
          aria-valuemax={durationMs}
          aria-valuenow={0}
          hidden
        />
      ))}
      <Scale durationMs={durationMs} />
      <svg
        className={styles.over}
        id={`pins-${fileId}`}
        data-live
        role="group"
        aria-label={player.comments}
        data-pins={JSON.stringify([player.pins, player.range])}
      >
        {comments.map(
          (comment, index) =>
            !comment.isCut && <Pin key={comment.id} number={index + 1} {...{ comment, durationMs }} />,
        )}
      </svg>
    </div>
  );
}
