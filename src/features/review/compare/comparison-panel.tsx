import words from '#content/compare.yaml';
import sound from '#content/sound.yaml';
import type { SoundComparison } from '#src/audio/alignment/sound-comparison.ts';
import type { SoundMeasures } from '#src/audio/sound-measures.ts';
import { louderOf, matchedDb, matchedText } from '#src/features/files/comparisons/matched-levels.ts';
import { fileLabelOf, FileName } from '#src/features/files/file-name.tsx';
import {
  formatText,
  lengthText,
  levelOrReason,
  levelText,
} from '#src/features/files/measurements/measurement-text.ts';
import { listenAddressOf, portalFiles } from '#src/features/files/serving/serve-file.ts';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { Switch } from '#src/ui/switch.tsx';
import { testedPassage, trialCounts, type Played } from './blind-test.ts';
import { ChangeChart, ChangeSentences, signedText } from './change-chart.tsx';
import { ChooseVersions } from './choose-versions.tsx';
import { editTexts, offsetTexts, stateText, startOffsetOf } from './comparison-changes.ts';
import styles from './comparison-panel.module.css';
import type { ComparedFiles } from './find-compared-files.ts';

const { abx, choose, figures, level, offset, player, versions } = words;
const letters = [versions.a, versions.b] as const;
const { rows } = sound;

type Both = readonly [ComparedFiles['older'], ComparedFiles['newer']];

/**
 * Renders the blind test (ABX), folded: which of A and B is X? `blind-test.client.ts` runs it; without scripts it says
 * that it needs them.
 */
function BlindTest({ isPossible }: { readonly isPossible: boolean }) {
  return (
    <details className={styles.fold} id="abx">
      <summary className="small">{abx.title}</summary>
      <div
        className={styles.part}
        data-abx={isPossible ? '' : undefined}
        data-words={JSON.stringify(abx)}
        role="group"
        aria-label={abx.title}
      >
        <p className="small dim">{abx.about}</p>
        {isPossible ? <p data-abx-alone>{abx.needsScripts}</p> : <p>{abx.tooLittle}</p>}
        <div className={styles.fields} data-abx-setup hidden>
          <label>
            <span className="small dim">{abx.trials}</span>
            <select name="trials" defaultValue="12">
              {trialCounts.map((count) => (
                <option key={count}>{count}</option>
              ))}
            </select>
          </label>
          <Button label={abx.start} size="small" data-abx-start />
        </div>
        <div className={styles.fields} data-abx-trial hidden>
          <p className="num" data-abx-number />
          <p className="small dim num" data-abx-passage />
          <div className={styles.choice}>
            {[versions.a, abx.x, versions.b].map((letter, index) => (
              <button
                key={letter}
                type="button"
                data-abx-listen={index}
                aria-pressed="false"
                aria-label={fill(abx.listenTo, { letter })}
              >
                {letter}
              </button>
            ))}
          </div>
          <Button label={abx.isA} size="small" data-abx-answer="a" />
          <Button label={abx.isB} size="small" data-abx-answer="b" />
          <Button label={abx.stop} size="small" variant="secondary" data-abx-stop />
        </div>
        <p role="status" data-abx-result />
        <Button label={abx.copy} size="small" variant="secondary" data-abx-copy hidden />
      </div>
    </details>
  );
}

type Row = {
  readonly label: string;
  readonly textOf: (measures: SoundMeasures) => string;
  /** The value whose difference is shown; null where there is none. */
  readonly levelOf?: (measures: SoundMeasures) => number | null;
};

const figureRows: readonly Row[] = [
  { label: rows.format.label, textOf: ({ format }) => formatText(format) },
  { label: rows.length.label, textOf: ({ frames, format }) => lengthText(frames, format.rateHz) },
  ...(
    [
      [rows.integrated.label, 'integrated'],
      [rows.range.label, 'loudnessRange'],
      [rows.truePeak.label, 'truePeak'],
      [rows.noiseFloor.label, 'noiseFloor'],
    ] as const
  ).map(([label, name]) => ({
    label,
    textOf: (measures: SoundMeasures) => levelOrReason(name, measures),
    levelOf: (measures: SoundMeasures) => measures[name],
  })),
];

/** Returns how much more a value is in B, with its sign; empty where it cannot be said. */
function differenceOf({ levelOf }: Row, a: SoundMeasures | null, b: SoundMeasures | null): string {
  const [one, other] = [a, b].map((each) => (each && levelOf ? levelOf(each) : null));
  return one == null || other == null ? '' : signedText(other - one);
}

/** Renders the measurements of both versions, with their differences. */
export function ComparisonFigures({ compared: { older, newer } }: Pick<ShownComparison, 'compared'>) {
  const [a, b] = [older, newer].map(({ measurement }) => measurement?.measures ?? null) as [
    SoundMeasures | null,
    SoundMeasures | null,
  ];
  return (
    <table className={`num ${styles.figures}`}>
      <caption className="italic small dim">{figures.title}</caption>
      <thead>
        <tr>
          {[figures.of, ...letters, figures.difference].map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {figureRows.map((row) => (
          <tr key={row.label}>
            <th scope="row">{row.label}</th>
            {[a, b].map((each, index) => (
              <td key={letters[index]}>{each ? row.textOf(each) : sound.sheet.notMeasured}</td>
            ))}
            <td>{differenceOf(row, a, b)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * Returns the data that `comparison.client.ts` plays: both sources, their positions on the time axis of the newer one,
 * and their gains.
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

/** Renders the switch between both versions, and whether they are equally loud. Needs scripts. */
function Listening({ louderLu }: Pick<SoundComparison, 'louderLu'>) {
  const louder = louderOf(louderLu);
  const values = { letter: letters[louder ?? 0], change: levelText(Math.abs(louderLu ?? 0)) };
  return (
    <>
      <div className={`${styles.listening} ${styles.scripted}`}>
        <div className={styles.choice} role="group" aria-label={player.choose} data-large>
          {letters.map((letter, index) => (
            <button key={letter} type="button" data-voice={index} aria-pressed={index === 1}>
              {letter}
            </button>
          ))}
        </div>
        <Switch data-matched="" title={level.about}>
          {level.toggle}
        </Switch>
        <p className="small">{matchedText(louderLu, letters)}</p>
      </div>
      {louder !== null && (
        <noscript>
          <p>{fill(level.plain, values)}</p>
        </noscript>
      )}
      <p className={styles.failed} role="alert" data-compare-failed={player.failed} />
    </>
  );
}

/** Renders the names of both versions, the older one with the browser's player for pages without scripts. */
const Names = ({ both }: { readonly both: Both }) => (
  <ul className={`small ${styles.names}`}>
    {both.map((file, index) => (
      <li key={file.id}>
        <span className="italic dim">{letters[index]}</span> <FileName name={fileLabelOf(file)} />
        {index === 0 && (
          <audio
            className={styles.audio}
            controls
            preload="none"
            src={listenAddressOf(portalFiles, file.id, 'sound')}
            aria-label={fill(player.listen, { letter: versions.a })}
          />
        )}
      </li>
    ))}
  </ul>
);

/** Renders a finished comparison. */
function Compared({ both, comparison }: { readonly both: Both; readonly comparison: SoundComparison }) {
  const played = playedOf(both, comparison);
  return (
    <div className={styles.compared} data-compare={JSON.stringify(played)}>
      <Listening louderLu={comparison.louderLu} />
      <ChangeSentences comparison={comparison} edits={editTexts(comparison)} />
      <ChangeChart comparison={comparison} olderPeaks={both[0].peaks} />
      {offsetTexts(comparison).map((text) => (
        <p key={text} className="num small">
          {text}
        </p>
      ))}
      {startOffsetOf(comparison) !== 0 && <p className={`small dim ${styles.scripted}`}>{offset.removed}</p>}
      <BlindTest isPossible={testedPassage(played, 0) !== null} />
    </div>
  );
}

export type ShownComparison = {
  readonly compared: ComparedFiles;
  /** True if the same version was chosen twice. */
  readonly isSame: boolean;
};

/**
 * Compares the version in the player (B) with an older one (A): one playhead for both, what changed by band and in
 * sentences, the measurements, and a blind test.
 */
export function ComparisonPanel({
  compared,
  close,
  isSame,
}: ShownComparison & {
  /** The address of the player without the comparison. */
  readonly close: string;
}) {
  const { older, newer, found, isLater } = compared;
  const both = [older, newer] as const;
  const comparison = found?.comparison;
  return (
    <section className={styles.panel} aria-labelledby="comparison-title">
      <h3 id="comparison-title" className="sr-only">
        {words.title}
      </h3>
      <div className={styles.top}>
        <Names both={both} />
        <a className="small" href={close}>
          {words.close}
        </a>
      </div>
      {/* Once there is something to listen to, the part is no longer replaced. */}
      <div id="comparison" data-live={comparison ? undefined : ''}>
        {comparison ? (
          <Compared {...{ both, comparison }} />
        ) : (
          <p role="status">{stateText(found, isLater)}</p>
        )}
      </div>
      {compared.versions.length > 2 && (
        <details className={styles.fold} id="comparison-choice" open={isSame || undefined}>
          <summary className="small">{choose.title}</summary>
          <ChooseVersions {...{ compared, isSame }} />
        </details>
      )}
    </section>
  );
}
