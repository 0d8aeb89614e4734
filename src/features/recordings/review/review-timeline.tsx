import words from '#content/project.yaml';
import { fill } from '#src/platform/fill.ts';
import type { FileComment } from './find-recording.ts';
import styles from './review-timeline.module.css';
import { spanTextOf, timeCodeOf } from './time-code.ts';

const { player } = words;

const stepsS = [1, 2, 4, 5, 10, 15, 20, 30, 60, 120, 240, 300, 600, 900, 1200, 1800, 3600] as const;

/** The labelled moments of the scale, seven at most, in seconds. */
function scaleOf(durationMs: number): number[] {
  const lengthS = durationMs / 1000;
  const step = stepsS.find((each) => lengthS / each <= 6.5) ?? Math.ceil(lengthS / 6 / 3600) * 3600;
  return Array.from({ length: Math.floor(lengthS / step) + 1 }, (_, index) => index * step);
}

/** A bar per slice in a box of 400 by 100, mirrored about its middle; silence is a hairline. */
function barsOf(peaks: string): string {
  const bytes = Buffer.from(peaks, 'base64');
  return Array.from(bytes, (peak, index) => {
    const half = Math.max(0.6, Math.round((peak / 255) * 500) / 10);
    return `M${index} ${50 - half}h.62v${half * 2}h-.62z`;
  }).join('');
}

const percentOf = (ms: number, durationMs: number) => `${Math.min(100, (ms / durationMs) * 100).toFixed(3)}%`;

function Scale({ durationMs }: { readonly durationMs: number }) {
  return (
    <svg className={`num ${styles.scale}`} aria-hidden="true">
      {scaleOf(durationMs).map((second, index) => {
        const at = (second * 1000) / durationMs;
        const anchor = index === 0 ? 'start' : at > 0.96 ? 'end' : 'middle';
        return (
          <text
            key={second}
            x={percentOf(second * 1000, durationMs)}
            y="19"
            textAnchor={anchor}
            className={index % 2 === 1 ? styles.odd : undefined}
          >
            {timeCodeOf(second * 1000).slice(0, -2)}
          </text>
        );
      })}
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
      data-at-ms={atMs}
      data-until-ms={untilMs ?? undefined}
      width={untilMs === null ? 1 : percentOf(untilMs - atMs, durationMs)}
      height="1"
      overflow="visible"
    >
      {untilMs !== null && (
        <rect className={styles.band} data-done={isDone} width="100%" y="34" height="122" />
      )}
      <line className={styles.stem} data-done={isDone} y1="34" y2="156" />
      <a
        href={`#comment-${id}`}
        aria-label={name}
        className={styles.pin}
        data-done={isDone}
        data-seek-ms={atMs}
      >
        {untilMs !== null && <rect className={styles.length} width="100%" y="14" height="12" />}
        <circle className={styles.reach} cy="20" r="22" />
        <circle className={styles.disc} cy="20" r="14" />
        <text className="num" y="25" textAnchor="middle">
          {number}
        </text>
      </a>
    </svg>
  );
}

/** The waveform of a recording with a numbered pin for each comment. `review-player.client.ts` moves its playhead. */
export function ReviewTimeline({
  fileId,
  peaks,
  durationMs,
  comments,
}: {
  readonly fileId: string;
  /** 400 bytes, as base64. */
  readonly peaks: string;
  readonly durationMs: number;
  readonly comments: readonly FileComment[];
}) {
  return (
    <div className={styles.timeline} data-timeline data-duration-ms={durationMs}>
      <svg className={styles.wave} viewBox="0 0 400 100" preserveAspectRatio="none" aria-hidden="true">
        <defs>
          <path id="wave-bars" d={barsOf(peaks)} />
          <clipPath id="wave-played">
            <rect data-played width="0" height="100" />
          </clipPath>
        </defs>
        <use href="#wave-bars" className={styles.rest} />
        <use href="#wave-bars" className={styles.played} clipPath="url(#wave-played)" />
      </svg>
      <svg className={styles.over} aria-hidden="true">
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
      <Scale durationMs={durationMs} />
      <svg className={styles.over} id={`pins-${fileId}`} data-live role="group" aria-label={player.comments}>
        {comments.map((comment, index) => (
          <Pin key={comment.id} number={index + 1} {...{ comment, durationMs }} />
        ))}
      </svg>
    </div>
  );
}
