import words from '#content/sound.yaml';
import type { FoundMeasurement } from '#src/features/files/measurements/sound-measurements.ts';
import {
  measuredNotes,
  formatText,
  levelText,
  unmeasuredText,
} from '#src/features/files/measurements/measurement-text.ts';
import { severalOf } from '#src/workspace/count-words.ts';
import { type SoundMeasures, soundMsOf } from '#src/audio/sound-measures.ts';
import { fill } from '#src/platform/fill.ts';
import styles from './player-details.module.css';
import projectWords from '#content/project.yaml';
import { fileSizeText } from '#src/features/files/file-size.ts';
import { previewBytesOf } from '#src/audio/encode-preview.ts';
import type { ReviewedRecording } from './find-recording.ts';
import { canHavePreview, playedSoundOf, type SoundQuality } from './sound-quality.ts';
import { artefactAddressOf } from '#src/features/files/serving/serve-artefact.ts';
import { LoudnessCurve } from '#src/features/files/measurements/loudness-curve.tsx';
import { spectrogramPlaceOf, spectrogramRangeOf } from '#src/audio/spectrogram.ts';
import { numberText } from '#src/studio/locale.ts';
import { firstLoudnessMs } from '#src/audio/peaks-pyramid.ts';
import pictureStyles from './sound-panel.module.css';

const { pictures } = words;

const markedHz = [50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000];

function Frequencies({ rateHz }: { readonly rateHz: number }) {
  const { highHz } = spectrogramRangeOf(rateHz);
  return (
    <svg className={`num ${pictureStyles.frequencies}`} aria-hidden="true">
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

/** Shows the spectrogram and the loudness over time, aligned with the timeline. Loaded when opened. */
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
    <details className={`small ${pictureStyles.pictures}`} id={`pictures-${file.id}`}>
      <summary>{pictures.title}</summary>
      <div className={pictureStyles.window}>
        <div data-axis>
          <img
            className={pictureStyles.spectrogram}
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
        <div className={pictureStyles.window}>
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

const { sound } = projectWords.player;

/** Returns the label of the preview audio with its size, which is estimated until it exists. */
function previewLabelOf({ file, measurement }: ReviewedRecording): string {
  const sizeBytes = measurement?.light?.sizeBytes ?? null;
  if (sizeBytes !== null) return fill(sound.light, { size: fileSizeText(sizeBytes) });
  const channels = measurement?.measures?.format.channels ?? 2;
  return fill(sound.lightAbout, { size: fileSizeText(previewBytesOf(channels, file.durationMs ?? 0)) });
}

/**
 * Renders plain links that choose the sound quality. `review-player.client.ts` switches in place, also once the wanted
 * quality is ready.
 */
export function SoundChoice({
  recording,
  wanted,
  href,
}: {
  readonly recording: ReviewedRecording;
  readonly wanted: SoundQuality;
  /** The address of the recording's page. */
  readonly href: string;
}) {
  const { id } = recording.file;
  const isOffered = canHavePreview(recording);
  const played = playedSoundOf(recording, wanted);
  const labels = { full: sound.full, light: isOffered ? previewLabelOf(recording) : '' };
  const note = played === 'light' ? sound.playsLight : wanted === 'light' ? sound.making : '';
  return (
    <div className={styles.choice} id={`choice-${id}`} data-live>
      {isOffered && (
        <>
          <div className={styles.choices} role="group" aria-label={sound.title}>
            {(['full', 'light'] as const).map((quality) => (
              <a
                key={quality}
                href={`${href}&sound=${quality}#player`}
                aria-current={quality === played ? 'true' : undefined}
                data-quality={quality}
              >
                {labels[quality]}
              </a>
            ))}
          </div>
          {note !== '' && <p className="small dim">{note}</p>}
        </>
      )}
    </div>
  );
}

const { state, summary: figureTexts, sheet } = words;

/** Returns the format and the three most important measurements. */
function summaryOf({ format, integrated, truePeak, noiseFloor }: SoundMeasures): string[] {
  const figure = (template: string, value: number | null) =>
    value === null ? [] : [fill(template, { value: levelText(value) })];
  return [
    formatText(format),
    ...figure(figureTexts.loudness, integrated),
    ...figure(figureTexts.truePeak, truePeak),
    ...figure(figureTexts.noiseFloor, noiseFloor),
  ];
}

function stateText({ state: now, percent, before, reason }: FoundMeasurement): string {
  if (now === 'measuring') return fill(state.measuring, { percent: String(percent) });
  if (now === 'unmeasured') return unmeasuredText(reason ?? 'failed');
  return before < 2 ? state.waiting[before === 0 ? 0 : 1] : fill(state.waiting[2], { count: String(before) });
}

/** Shows the measurement of a recording, with a link to its delivery report. */
export function SoundLine({
  fileId,
  label,
  measurement,
  hasSheet,
  hasTimeline,
}: {
  readonly fileId: string;
  /** The file's name. */
  readonly label: string;
  readonly measurement: FoundMeasurement | null;
  /** True if the viewer may open the delivery report. */
  readonly hasSheet: boolean;
  /** True if the player has a timeline by now; `review-player.client.ts` then shows it. */
  readonly hasTimeline: boolean;
}) {
  const measures = measurement?.measures;
  const faultCount = measures?.findings?.faults.length ?? 0;
  return (
    <div
      className={styles.sound}
      id={`sound-${fileId}`}
      data-live
      data-measured={hasTimeline ? '' : undefined}
    >
      {measures && (
        <>
          <ul className={`small num ${styles.figures}`}>
            {summaryOf(measures).map((figure) => (
              <li key={figure}>{figure}</li>
            ))}
            {hasSheet && faultCount > 0 && (
              <li>
                <a href={`/portal/files/${fileId}/report#faults`}>
                  {severalOf(faultCount, words.faults.count)}
                  <span className="sr-only"> {fill(sheet.of, { file: label })}</span>
                </a>
              </li>
            )}
            {hasSheet && (
              <li>
                <a href={`/portal/files/${fileId}/report`}>
                  {sheet.title}
                  <span className="sr-only"> {fill(sheet.of, { file: label })}</span>
                </a>
              </li>
            )}
          </ul>
          {measuredNotes(measures).map((note) => (
            <p key={note} className="small dim">
              {note}
            </p>
          ))}
        </>
      )}
    </div>
  );
}

/** Shows the progress of the measurement of a recording, or why it was not measured. */
export const SoundState = ({
  fileId,
  measurement,
}: {
  readonly fileId: string;
  readonly measurement: FoundMeasurement | null;
}) => (
  <p className={`small dim num ${styles.state}`} id={`state-${fileId}`} data-live>
    {measurement && !measurement.measures ? stateText(measurement) : null}
  </p>
);
