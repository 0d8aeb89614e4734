import { Icon } from './icon.tsx';
import styles from './dialog.module.css';

/**
 * A modal dialog on the native dialog element: the browser keeps focus inside, closes on Escape and returns focus.
 * `closedby` lets a click on the backdrop close it; `dialog.client.ts` does so where that is not supported.
 */
export function Dialog({
  id,
  labelledBy,
  closeLabel,
  children,
}: {
  readonly id: string;
  readonly labelledBy: string;
  readonly closeLabel: string;
  readonly children: React.ReactNode;
}) {
  return (
    <dialog id={id} className={styles.dialog} aria-labelledby={labelledBy} {...{ closedby: 'any' }}>
      <div className={styles.content}>
        {children}
        <div className={styles.bar}>
          <button type="button" className={styles.close} aria-label={closeLabel} data-closes={id}>
            <Icon name="close" />
          </button>
        </div>
      </div>
    </dialog>
  );
}
