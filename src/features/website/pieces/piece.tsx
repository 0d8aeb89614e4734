import pieces from '#content/pieces.yaml';
import { fill } from '#src/platform/fill.ts';
import { PlayButton } from '#src/playing/play-button.tsx';
import { Switch } from '#src/ui/switch.tsx';
import sectionStyles from './hear-section.module.css';
import { getMadeSound, playedRateHz, soundUrlOf } from './made-sounds.ts';
import { minutesText } from './minutes-text.ts';
import { NativePlayers, SoundWaves } from './sound-waves.tsx';
import type { Played } from './piece-player.client.ts';
import styles from './piece.module.css';

const { words } = pieces;

/** Returns a sentence on how much quieter or louder the first sound is than the second, to 0.1 dB. */
export function differenceText(differenceDb: number): string {
  const difference = Math.abs(differenceDb).toFixed(1);
  if (difference === '0.0') return words.same;
  return fill(differenceDb > 0 ? words.quieter : words.louder, { difference });
}

/** A notice if any of the shown pieces is a sample. */
export function DemonstrationNotice({ shown }: { readonly shown: readonly PieceContent[] }) {
  return shown.some(({ sample }) => sample) ? (
    <p className={`italic small dim ${sectionStyles.notice}`}>{pieces.notice}</p>
  ) : null;
}

/** The pieces to hear on a service's page; null if there are none. */
export function HearSection({ page }: { readonly page: PieceContent['page'] }) {
  const shown = pieces.items.filter((piece) => piece.page === page);
  if (shown.length === 0) return null;
  return (
    <section id="hear" className="section" data-s="plate" aria-labelledby="hear-title">
      <div className="wrap">
        <div className={sectionStyles.head}>
          <h2 id="hear-title" className="title">
            {pieces.title}
          </h2>
          <p className="lead dim">{pieces.lead}</p>
        </div>
        <div className={sectionStyles.pieces}>
          {shown.map((piece) => (
            <Piece key={piece.sound} piece={piece} />
          ))}
        </div>
        <DemonstrationNotice shown={shown} />
      </div>
    </section>
  );
}

export type PieceContent = (typeof pieces.items)[number];
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

/** A piece of work, before and after: both waveforms on one axis, and buttons that select what is heard. */
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
