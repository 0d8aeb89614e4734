import words from '#content/compare.yaml';
import sound from '#content/sound.yaml';
import { fileLabelOf, FileName } from '#src/features/files/file-name.tsx';
import { listenAddressOf, portalFiles } from '#src/features/files/serving/serve-file.ts';
import type { SoundComparison } from '#src/audio/alignment/sound-comparison.ts';
import {
  formatText,
  lengthText,
  levelText,
  levelOrReason,
} from '#src/features/files/measurements/measurement-text.ts';
import { PlayButton } from '#src/playing/play-button.tsx';
import { lengthCodeOf, timeCodeOf } from '#src/features/files/measurements/time-code.ts';
import type { SoundMeasures } from '#src/audio/sound-measures.ts';
import { fill } from '#src/platform/fill.ts';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { ChangeStripView } from './change-strip-view.tsx';
import { ChooseVersions } from './choose-versions.tsx';
import { louderOf, matchedDb, matchedText } from '#src/features/files/comparisons/matched-levels.ts';
import { offsetTexts, stateText, startOffsetOf } from './comparison-changes.ts';
import type { ComparedFiles } from './find-compared-files.ts';
import type { Played } from './open-comparison.client.ts';
import { testedPassage, trialCounts } from './blind-test.ts';
import { Switch } from '#src/ui/switch.tsx';
import styles from './compare-page.module.css';
import { waveBarsOf } from '../player/timeline-drawing.ts';
import { Button } from '#src/ui/button.tsx';

const { abx: texts } = words;

/**
 * Renders the blind test (ABX): which of A and B is X? `blind-test.client.ts` runs it; without scripts it says that it
 * needs them.
 */
function BlindTest({ isPossible }: { readonly isPossible: boolean }) {
  return (
    <section
      className={styles.part}
      aria-labelledby="abx-title"
      data-abx={isPossible ? '' : undefined}
      data-words={JSON.stringify(texts)}
    >
      <h2 id="abx-title" className={styles.title}>
        {texts.title}
      </h2>
      <p className="small dim">{texts.about}</p>
      {isPossible ? <p data-abx-alone>{texts.needsScripts}</p> : <p>{texts.tooLittle}</p>}
      <div className={styles.row} data-abx-setup hidden>
        <label>
          <span className="small dim">{texts.trials}</span>
          <select name="trials" defaultValue="12">
            {trialCounts.map((count) => (
              <option key={count}>{count}</option>
            ))}
          </select>
        </label>
        <Button label={texts.start} size="small" data-abx-start />
      </div>
      <div className={styles.row} data-abx-trial hidden>
        <p className="num" data-abx-number />
        <p className="small dim num" data-abx-passage />
        <div className={styles.choice}>
          {[words.versions.a, texts.x, words.versions.b].map((letter, index) => (
            <button
              key={letter}
              type="button"
              data-abx-listen={index}
              aria-pressed="false"
              aria-label={fill(texts.listenTo, { letter })}
            >
              {letter}
            </button>
          ))}
        </div>
        <Button label={texts.isA} size="small" data-abx-answer="a" />
        <Button label={texts.isB} size="small" data-abx-answer="b" />
        <Button label={texts.stop} size="small" variant="secondary" data-abx-stop />
      </div>
      <p role="status" data-abx-result />
      <Button label={texts.copy} size="small" variant="secondary" data-abx-copy hidden />
    </section>
  );
}

const slices = 400;

/** Renders both waveforms on the time axis of the newer version, with the older one placed where it plays. */
function CompareWaves({
  comparison: { pieces, olderFrames, newerFrames },
  peaks,
}: {
  readonly comparison: SoundComparison;
  /** The waveforms of the older and the newer version: 400 bytes each, base64. */
  readonly peaks: readonly [string | null, string | null];
}) {
  const [older, newer] = peaks.map((each) => waveBarsOf(each ?? ''));
  return (
    <div className={styles.waves} aria-hidden="true">
      <span className={styles.letter}>{words.versions.a}</span>
      <svg viewBox={`0 0 ${slices} 100`} preserveAspectRatio="none" data-wave="0">
        {pieces.map(({ olderAt, newerAt, frames }) => (
          <svg
            key={newerAt}
            x={(slices * newerAt) / newerFrames}
            width={(slices * frames) / newerFrames}
            height="100"
            viewBox={`${(slices * olderAt) / olderFrames} 0 ${(slices * frames) / olderFrames} 100`}
            preserveAspectRatio="none"
          >
            <path d={older} />
          </svg>
        ))}
      </svg>
      <span className={styles.letter}>{words.versions.b}</span>
      <svg viewBox={`0 0 ${slices} 100`} preserveAspectRatio="none" data-wave="1">
        <path d={newer} />
      </svg>
      <i className={styles.head} data-head />
    </div>
  );
}

const { player, versions, level, offset, figures } = words;
const letters = [versions.a, versions.b] as const;
const { rows } = sound;

const figureRows: readonly (readonly [string, (measures: SoundMeasures) => string])[] = [
  [rows.format.label, ({ format }) => formatText(format)],
  [rows.length.label, ({ frames, format }) => lengthText(frames, format.rateHz)],
  [rows.integrated.label, (measures) => levelOrReason('integrated', measures)],
  [rows.range.label, (measures) => levelOrReason('loudnessRange', measures)],
  [rows.truePeak.label, (measures) => levelOrReason('truePeak', measures)],
  [rows.noiseFloor.label, (measures) => levelOrReason('noiseFloor', measures)],
];

type Both = readonly [ComparedFiles['older'], ComparedFiles['newer']];

function Names({ both }: { readonly both: Both }) {
  const roles = [versions.older, versions.newer];
  return (
    <ul className={styles.names}>
      {both.map((file, index) => (
        <li key={file.id}>
          <p className="italic small dim">{fill(roles[index] ?? '', { letter: letters[index] ?? '' })}</p>
          <p className={styles.name}>
            <FileName name={fileLabelOf(file)} />
          </p>
          <audio
            className={styles.audio}
            controls
            preload="none"
            src={listenAddressOf(portalFiles, file.id, 'sound')}
            aria-label={fill(player.listen, { letter: letters[index] ?? '' })}
          />
        </li>
      ))}
    </ul>
  );
}

function Figures({ both }: { readonly both: Both }) {
  const measures = both.map(({ measurement }) => measurement?.measures ?? null);
  return (
    <table className={`num ${styles.figures}`}>
      <caption className="italic small dim">{figures.title}</caption>
      <thead>
        <tr>
          {[figures.of, ...letters].map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {figureRows.map(([label, textOf]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {measures.map((each, index) => (
              <td key={letters[index]}>{each ? textOf(each) : sound.sheet.notMeasured}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * Returns the data that `compare-page.client.ts` plays: both sources, their positions on the time axis of the newer
 * one, and their gains.
 */
const playedOf = (both: Both, { rateHz, newerFrames, pieces, louderLu }: SoundComparison): Played => ({
  urls: [
    listenAddressOf(portalFiles, both[0].id, 'sound'),
    listenAddressOf(portalFiles, both[1].id, 'sound'),
  ],
  rateHz,
  frames: newerFrames,
  pieces,
  matchedDb: matchedDb(louderLu),
});

/** Shows the loudness difference: matched in the player, as delivered without scripts. */
function Levels({ louderLu }: Pick<SoundComparison, 'louderLu'>) {
  const louder = louderOf(louderLu);
  const values = { letter: letters[louder ?? 0], change: levelText(Math.abs(louderLu ?? 0)) };
  return (
    <>
      <p className={louder === null ? undefined : styles.scripted}>{matchedText(louderLu, letters)}</p>
      {louderLu !== null && <p className={`small dim ${styles.scripted}`}>{level.about}</p>}
      {louder !== null && (
        <noscript>
          <p>{fill(level.plain, values)}</p>
        </noscript>
      )}
    </>
  );
}

function Player({ both, comparison }: { readonly both: Both; readonly comparison: SoundComparison }) {
  const durationMs = Math.round((1000 * comparison.newerFrames) / comparison.rateHz);
  const length = lengthCodeOf(durationMs);
  return (
    <section
      className={styles.player}
      data-s="plate"
      data-compare={JSON.stringify(playedOf(both, comparison))}
      data-words={JSON.stringify(player)}
      aria-labelledby="compare-player"
    >
      <h2 className="sr-only" id="compare-player">
        {player.title}
      </h2>
      <div className={styles.axis}>
        <CompareWaves comparison={comparison} peaks={[both[0].peaks, both[1].peaks]} />
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
      </div>
      <Levels louderLu={comparison.louderLu} />
      {offsetTexts(comparison).map((text) => (
        <p key={text} className="num">
          {text}
        </p>
      ))}
      {startOffsetOf(comparison) !== 0 && <p className={`small dim ${styles.scripted}`}>{offset.removed}</p>}
      <p className={styles.failed} role="alert" data-failed />
      <div className={styles.transport} data-transport hidden>
        <PlayButton labels={[player.play, player.pause]} />
        <p className="small dim num" data-progress={fill(player.progress, { length })}>
          {fill(player.progress, { now: timeCodeOf(0), length })}
        </p>
        <Switch data-matched="">{level.toggle}</Switch>
        <div className={styles.choice} role="group" aria-label={player.choose}>
          {letters.map((letter, index) => (
            <button key={letter} type="button" data-voice={index} aria-pressed={index === 1}>
              {letter}
            </button>
          ))}
        </div>
        <p className={`small dim ${styles.keys}`}>{player.keys}</p>
      </div>
    </section>
  );
}

/** Compares two versions: names, measurements, one player for both, what changed, and a blind test. */
export function ComparePage({
  compared,
  back,
  isSame,
}: {
  readonly compared: ComparedFiles;
  readonly back: string;
  /** True if the same version was chosen twice. */
  readonly isSame: boolean;
}) {
  const { older, newer, found, isLater } = compared;
  const both = [older, newer] as const;
  const comparison = found?.comparison;
  return (
    <div className={styles.page}>
      <p className={styles.above}>
        <ArrowLink label={words.back} icon="arrow-left" href={back} />
      </p>
      <h1 className={`title-1 ${styles.heading}`}>{words.title}</h1>
      <ChooseVersions {...{ compared, isSame }} />
      <Names both={both} />
      {/* Once there is something to listen to, the part is no longer replaced. */}
      <div id="comparison" data-live={comparison ? undefined : ''} className={styles.compared}>
        {comparison ? (
          <>
            <Player both={both} comparison={comparison} />
            <ChangeStripView strip={comparison.strip} />
            <BlindTest isPossible={testedPassage(playedOf(both, comparison), 0) !== null} />
          </>
        ) : (
          <p role="status">{stateText(found, isLater)}</p>
        )}
        <Figures both={both} />
      </div>
    </div>
  );
}
