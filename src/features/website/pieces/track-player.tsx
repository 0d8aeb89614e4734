import pieces from '#content/pieces.yaml';
import { PlayButton } from '#src/playing/play-button.tsx';
import { fill } from '#src/platform/fill.ts';
import { minutesText } from './minutes-text.ts';
import { getMadeSound, playedRateHz, soundUrlOf } from './made-sounds.ts';
import { NativePlayers, SoundWaves } from './sound-waves.tsx';
import type { Played } from './piece-player.client.ts';
import styles from './track-player.module.css';

const { words } = pieces;

/** The player of a track's excerpt. */
export function TrackPlayer({
  sound,
  title,
  excerpt,
}: {
  readonly sound: string;
  readonly title: string;
  /** "Excerpt, {length}". */
  readonly excerpt: string;
}) {
  const id = `tracks-${sound}`;
  const { frames } = getMadeSound(id);
  const url = soundUrlOf(`${id}-track`);
  const played: Played = { urls: [url], frames, differenceDb: 0, progress: words.progress };
  return (
    <div className={styles.track} data-piece={JSON.stringify(played)}>
      <PlayButton labels={[fill(words.play, { title }), fill(words.stop, { title })]} />
      <div className={styles.waves}>
        <SoundWaves
          waves={[`${id}-track`]}
          label={fill(words.position, { title })}
          lengthMs={Math.round((1000 * frames) / playedRateHz)}
        />
        <p className="italic small dim num">
          <span data-progress="">{fill(excerpt, { length: minutesText(frames / playedRateHz) })}</span>
          <span className={styles.loading} role="status">
            <span>{words.loading}</span>
          </span>
        </p>
        <p className={`small ${styles.failed}`} role="alert" data-failed={words.failed} />
        <NativePlayers sounds={[{ label: '', name: title, url }]} />
      </div>
    </div>
  );
}
