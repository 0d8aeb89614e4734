import words from '#content/sound.yaml';
import { artefactAddressOf } from '#src/features/files/serving/serve-artefact.ts';
import { LoudnessCurve } from '#src/features/files/measurements/loudness-curve.tsx';
import { soundMsOf } from '#src/audio/sound-measures.ts';
import { spectrogramPlaceOf, spectrogramRangeOf } from '#src/audio/spectrogram.ts';
import { numberText } from '#src/studio/locale.ts';
import { fill } from '#src/platform/fill.ts';
import type { ReviewedRecording } from './find-recording.ts';
import { firstLoudnessMs } from '#src/audio/peaks-pyramid.ts';
import styles from './sound-pictures.module.css';

const { pictures } = words;

const markedHz = [50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000];

function Frequencies({ rateHz }: { readonly rateHz: number }) {
  const { highHz } = spectrogramRangeOf(rateHz);
  return (
    <svg className={`num ${styles.frequencies}`} aria-hidden="true">
      {markedHz
        .filter((hz) => hz < 0.9 * highHz)
        .map((hz) => (
          <text key={hz} x="4" y={`${(spectrogramPlaceOf(hz, rateHz) * 100).toFixed(1)}%`} dy="4">
            {fill(pictures.hz, { value: numberText(hz) })}
          </text>
        ))}
    </svg>
  );
}

/** A recording's frequencies and its loudness over time, as pictures on the timeline's own axis. They are loaded when opened. */
export function SoundPictures({
  file,
  measurement,
  filesPath,
}: Pick<ReviewedRecording, 'file' | 'measurement'> & { readonly filesPath: string }) {
  const address = artefactAddressOf(filesPath, file.id, 'spectrogram', measurement?.artefacts.spectrogram);
  const measures = measurement?.measures;
  if (address === null || !measures) return null;
  const { format, curve } = measures;
  const { durationMs } = file;
  const soundMs = soundMsOf(measures);
  const lengthMs = Math.max(soundMs, durationMs ?? 0);
  const { lowHz, highHz } = spectrogramRangeOf(format.rateHz);
  const range = { low: numberText(lowHz), high: numberText(Math.round(highHz)) };
  return (
    <details className={`small ${styles.pictures}`} id={`pictures-${file.id}`}>
      <summary>{pictures.title}</summary>
      <div className={styles.window}>
        <div data-axis>
          <img
            className={styles.spectrogram}
            src={address}
            width="1200"
            height="256"
            loading="lazy"
            alt={fill(pictures.spectrogram, range)}
          />
        </div>
        <Frequencies rateHz={format.rateHz} />
      </div>
      {curve.length > 1 && (
        <div className={styles.window}>
          <div data-axis>
            <LoudnessCurve
              curve={curve}
              startAt={firstLoudnessMs / lengthMs}
              endAt={soundMs / lengthMs}
              label={words.sheet.curve}
            />
          </div>
        </div>
      )}
      <p className="dim">{pictures.about}</p>
    </details>
  );
}
