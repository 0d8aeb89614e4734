import '#src/generated/sounds/waves.css';
import nativeStyles from './native-players.module.css';
import styles from './sound-waves.module.css';

/** The browser's native players, for pages without JavaScript. */
export function NativePlayers({
  sounds,
}: {
  readonly sounds: readonly { readonly label: string; readonly name: string; readonly url: string }[];
}) {
  return (
    <div className={nativeStyles.players}>
      {sounds.map(({ label, name, url }) => (
        <div key={url}>
          <p className="small" aria-hidden="true">
            {label}
          </p>
          <audio controls preload="none" src={url} aria-label={name} />
        </div>
      ))}
    </div>
  );
}

/** The waveforms of a sound, with a position slider over them. */
export function SoundWaves({
  waves,
  label,
  lengthMs,
}: {
  /** Names of pictures of src/generated/sounds: one is centred; of two, one is above the axis and one below. */
  readonly waves: readonly string[];
  readonly label: string;
  readonly lengthMs: number;
}) {
  return (
    <div className={styles.waves}>
      {waves.map((wave, index) => (
        <i
          key={wave}
          className={`${styles.wave} wave-${wave}`}
          data-wave
          data-heard={index === waves.length - 1 || undefined}
        />
      ))}
      <i className={styles.head} />
      <input
        type="range"
        className={styles.position}
        aria-label={label}
        min="0"
        max={lengthMs}
        step="100"
        defaultValue="0"
        data-position=""
      />
    </div>
  );
}
