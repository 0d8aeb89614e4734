import words from '#content/changes.yaml';
import { fill } from '#src/platform/fill.ts';
import { StateMark } from '#src/ui/state-mark.tsx';
import { changeText } from './change-text.ts';
import type { OpenPlace, ShownChange } from './shown-change.ts';
import styles from './place-change-line.module.css';

const shapes = { changed: 'full', unchanged: 'empty', unknown: 'diamond' } as const;

/** A moment is played from a little earlier. */
const beforeMs = 1000;

type Address = { readonly fileId: string; readonly href: string; readonly canSeek: boolean };

/** Plays the place of a comment in one of two versions. Without scripts it opens that version at the place. */
function PlaceButton({
  label,
  place,
  other,
  labelId,
  address,
}: {
  readonly label: string;
  readonly place: OpenPlace;
  readonly other: OpenPlace;
  readonly labelId: string;
  readonly address: Address;
}) {
  const { fileId, version, atMs, untilMs } = place;
  const query = new URLSearchParams({ file: fileId, at: String(atMs) });
  return (
    <a
      role="button"
      href={`${address.href.replace(/\?.*/, '')}?${query.toString()}#player`}
      aria-pressed={fileId === address.fileId}
      aria-describedby={labelId}
      title={fill(words.play, { number: String(version) })}
      data-plays-place={fileId}
      data-start-ms={untilMs === null ? Math.max(0, atMs - beforeMs) : atMs}
      data-beside={other.fileId}
      data-beside-ms={other.atMs}
    >
      {label}
    </a>
  );
}

/** Shows what changed at the place of a comment in a later version, and plays that place in both versions. */
export function PlaceChangeLine({
  change: { change, inVersion, sinceVersion, places },
  labelId,
  address,
}: {
  readonly change: ShownChange;
  /** The id of the element with the comment's number. */
  readonly labelId: string;
  readonly address: Address;
}) {
  const number = inVersion ?? sinceVersion;
  const template = inVersion === null ? words.since : words.in;
  return (
    <div className={styles.change} data-change={change?.verdict ?? 'unknown'}>
      <p>
        {number !== null && <span className="dim num">{fill(template, { number: String(number) })} </span>}
        <StateMark shape={shapes[change?.verdict ?? 'unknown']} label={changeText(change)} wraps />
      </p>
      {places && address.canSeek && (
        <div className={styles.places}>
          <PlaceButton
            label={words.before}
            place={places.before}
            other={places.after}
            {...{ labelId, address }}
          />
          <PlaceButton
            label={words.after}
            place={places.after}
            other={places.before}
            {...{ labelId, address }}
          />
        </div>
      )}
    </div>
  );
}
