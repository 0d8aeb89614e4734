import styles from './native-players.module.css';

/** The browser's own players, where scripts do not run. */
export function NativePlayers({
  sounds,
}: {
  readonly sounds: readonly { readonly label: string; readonly name: string; readonly url: string }[];
}) {
  return (
    <div className={styles.players}>
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
