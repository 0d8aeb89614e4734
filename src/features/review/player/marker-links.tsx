import words from '#content/sound.yaml';
import { frameRates, markerFormats } from '#src/features/delivery/markers/serve-markers.ts';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { SelectField } from '#src/ui/field.tsx';
import type { ReviewedRecording } from './find-recording.ts';
import { frameRateOf } from './review-media.tsx';
import styles from './player-details.module.css';

const { markers: texts } = words;

const chooseRate = { value: '', label: texts.chooseRate };
const rateOptions = Object.keys(frameRates)
  .toSorted((one, other) => Number(one) - Number(other))
  .map((value) => ({ value, label: texts.frameRates[value as keyof typeof frameRates] }));

/** Asks for the frame rate of the timeline, which is unknown for a recording without a picture. */
const ResolveForm = ({ fileId }: { readonly fileId: string }) => (
  <form className={styles.frameRate} method="get" action={`/portal/files/${fileId}/markers.edl`}>
    <SelectField
      id={`rate-${fileId}`}
      name="rate"
      label={texts.frameRate}
      options={[chooseRate, ...rateOptions]}
      required
    />
    <Button type="submit" variant="secondary" size="small" label={texts.download} />
  </form>
);

/** Links to a recording's open comments as marker files for other programs. */
export function MarkerLinks({
  recording,
  label,
}: {
  readonly recording: ReviewedRecording;
  /** The file's name. */
  readonly label: string;
}) {
  const fileId = recording.file.id;
  // A WAV copy of a measured sound can contain markers.
  const hasSound = Boolean(recording.measurement?.measures);
  const hasPicture = frameRateOf(recording) !== null;
  const names = Object.keys(markerFormats) as (keyof typeof markerFormats)[];
  return (
    <details className={`small ${styles.markers}`}>
      <summary>
        {texts.title}
        <span className="sr-only"> {fill(texts.of, { file: label })}</span>
      </summary>
      <p className="dim">{texts.about}</p>
      <ul className={styles.figures} id={`markers-${fileId}`} data-live>
        {names
          .filter((name) => (name !== 'wave' || hasSound) && (name !== 'resolve' || hasPicture))
          .map((name) => (
            <li key={name}>
              <a href={`/portal/files/${fileId}/markers.${markerFormats[name]}`} download>
                {texts.formats[name]}
              </a>
            </li>
          ))}
      </ul>
      {!hasPicture && <ResolveForm fileId={fileId} />}
    </details>
  );
}
