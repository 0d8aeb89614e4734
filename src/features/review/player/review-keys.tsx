import words from '#content/project.yaml';
import { Button } from '#src/ui/button.tsx';
import dialog from '#src/ui/confirm-popover.module.css';
import styles from './review-player.module.css';

const { keys } = words.player;

/** The button that lists the keys of the player, and the list, in which they can be turned off. Shown where scripts run. */
export function ReviewKeys({ fileId }: { readonly fileId: string }) {
  const id = `keys-${fileId}`;
  return (
    <div className={styles.keys} data-keys>
      <button type="button" className={`small ${styles.open}`} popoverTarget={id} data-open-keys>
        {keys.title}
      </button>
      <dialog className={dialog.dialog} id={id} popover="auto" aria-labelledby={`${id}-title`}>
        <h3 className="title-3" id={`${id}-title`}>
          {keys.title}
        </h3>
        <dl className={`small ${styles.keyList}`}>
          {keys.list.map(({ key, does }) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <p className="small dim">{keys.about}</p>
        <label className={`small ${styles.onOff}`}>
          <input type="checkbox" defaultChecked /> {keys.on}
        </label>
        <Button
          label={keys.close}
          variant="secondary"
          size="small"
          popoverTarget={id}
          popoverTargetAction="hide"
        />
      </dialog>
    </div>
  );
}
