import pieces from '#content/pieces.yaml';
import { PlayButton } from '#src/playing/play-button.tsx';
import { fill } from '#src/platform/fill.ts';
import { minutesText } from './minutes-text.ts';
import { differenceText } from './difference-text.ts';
import { getMadeSound, playedRateHz, soundUrlOf } from './made-sounds.ts';
import { NativePlayers } from './native-players.tsx';
import type { Played } from './piece-player.client.ts';
import styles from './piece.module.css';
import { Switch } from '#src/ui/switch.tsx';
import { SoundWaves } from './sound-waves.tsx';

export type PieceContent = (typeof pieces.items)[number];
const { words } = pieces;
const versions = ['before', 'after'] as const;

/** Describes the sound, for people who cannot hear it, and lists the credits. */
function About({ heard, credits }: PieceContent) {
  const parts = [
    [words.heard, [heard]],
    [words.credits, credits],
  ] as const;
  return (
    <details className={styles.about}>
      <summary>
        {words.about}
        <span className={styles.sign} />
      </summary>
      <dl className="small">
        {parts.map(([name, lines]) => (
          <div key={name}>
            <dt className="italic dim">{name}</dt>
            {lines.map((line) => (
              <dd key={line}>{line}</dd>
            ))}
          </div>
        ))}
      </dl>
    </details>
  );
}

function VersionButton({ index }: { readonly index: 0 | 1 }) {
  return (
    <button type="button" className={styles.version} data-voice={index} aria-pressed={index === 1}>
      {words.versions[versions[index]]}
    </button>
  );
}

/** A piece of work, before and after: both waveforms about one line, and the words that choose what is heard. */
export function Piece({
  piece,
  headingLevel: Heading = 'h3',
}: {
  readonly piece: PieceContent;
  readonly headingLevel?: 'h3' | 'h4';
}) {
  const { sound, title, job, done } = piece;
  const id = `pieces-${sound}`;
  const { frames, differenceDb } = getMadeSound(id);
  const urls = versions.map((version) => soundUrlOf(`${id}-${version}`));
  const played: Played = { urls, frames, differenceDb, progress: words.progress };
  const difference = differenceText(differenceDb);
  return (
    <article className={styles.piece} aria-labelledby={`${id}-title`} data-piece={JSON.stringify(played)}>
      <div className={styles.words}>
        <div className={styles.top}>
          <PlayButton labels={[fill(words.play, { title }), fill(words.stop, { title })]} />
          <div>
            <Heading id={`${id}-title`} className="title-2">
              {title}
            </Heading>
            <p className={`italic dim num ${styles.job}`}>
              <span>{job}. </span>
              <span data-progress="">{minutesText(frames / playedRateHz)}</span>
              <span className={styles.loading} role="status">
                <span>{words.loading}</span>
              </span>
            </p>
          </div>
        </div>
        <p className={`dim ${styles.done}`}>{done}</p>
        <p className={styles.failed} role="alert" data-failed={words.failed} />
      </div>
      <div>
        <div className={styles.choice} role="group" aria-label={fill(words.choose, { title })}>
          <VersionButton index={0} />
          <SoundWaves
            waves={versions.map((version) => `${id}-${version}`)}
            label={fill(words.position, { title })}
            lengthMs={Math.round((1000 * frames) / playedRateHz)}
          />
          <VersionButton index={1} />
        </div>
        <NativePlayers
          sounds={versions.map((version, index) => ({
            label: words.versions[version],
            name: fill(words.native, { title, version: words.versions[version] }),
            url: urls[index] ?? '',
          }))}
        />
        <div className={styles.level}>
          <p className="italic dim">{difference}</p>
          {difference !== words.same && <Switch data-matched="">{words.matched}</Switch>}
        </div>
        <About {...piece} />
      </div>
    </article>
  );
}
