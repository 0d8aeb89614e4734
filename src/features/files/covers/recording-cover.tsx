import words from '#content/sound.yaml';
import type { HeardPitch } from '#src/audio/heard-pitches.ts';
import { fill } from '#src/platform/fill.ts';
import { captionLineOf, recordingFigureCaption, figureAddressOf } from './recording-figure.ts';
import styles from './recording-cover.module.css';

const { figure: texts } = words;

type OfRecording = {
  /** The address of its file, below which the figure is: `/portal/files/<id>` for signed-in people. */
  readonly file: string;
  /** The storage key of the figure, as `figureKey` reads it. */
  readonly figureKey: string | null | undefined;
};

/**
 * A recording's own figure as a small square beside its name, which says what it is of. Where it has none nothing, or, with
 * `isHeld`, its room, so that the names in a table with figures begin below each other.
 */
export function RecordingCover({ file, figureKey, isHeld }: OfRecording & { readonly isHeld?: boolean }) {
  const address = figureAddressOf(file, figureKey, 'svg');
  if (address === null) return isHeld ? <span className={`${styles.cover} ${styles.held}`} /> : null;
  return <img className={styles.cover} src={address} width="48" height="48" loading="lazy" alt="" />;
}

/** A recording's own figure, large, with its pitch and its modes, to be saved. Nothing where it was not measured. */
export function RecordingFigure({
  file,
  figureKey,
  pitches,
  label,
}: OfRecording & {
  readonly pitches: readonly HeardPitch[] | null | undefined;
  /** The recording's name. */
  readonly label: string;
}) {
  const address = figureAddressOf(file, figureKey, 'svg');
  const picture = figureAddressOf(file, figureKey, 'png');
  if (address === null || picture === null || !pitches) return null;
  const caption = recordingFigureCaption(pitches);
  const of = <span className="sr-only"> {fill(words.sheet.of, { file: label })}</span>;
  return (
    <figure className={styles.figure}>
      <img
        src={address}
        width="400"
        height="400"
        loading="lazy"
        alt={fill(texts.alt, { caption: captionLineOf(caption) })}
      />
      <figcaption>
        <p className="num">{caption.pitch}</p>
        {caption.modes !== null && <p className="italic dim">{caption.modes}</p>}
        <p className="small dim">{pitches.length === 0 ? texts.aboutUnsettled : texts.about}</p>
        <p className={`small ${styles.save}`}>
          <a href={`${address}&save`}>
            {texts.saveSvg}
            {of}
          </a>
          <a href={`${picture}&save`}>
            {texts.savePng}
            {of}
          </a>
        </p>
      </figcaption>
    </figure>
  );
}
