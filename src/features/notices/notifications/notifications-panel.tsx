import portal from '#content/portal.yaml';
import { Icon } from '#src/ui/icon.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { countWord } from '#src/features/workspace/count-words.ts';
import { notificationHrefOf, notificationTextOf, type ShownNotification } from './notification-text.ts';
import styles from './notifications-panel.module.css';

const { notifications: words } = portal;
const formId = 'clear-notifications';

function Notification({ notification }: { readonly notification: ShownNotification }) {
  const { said, about } = notificationTextOf(notification);
  return (
    <li className={styles.item}>
      <a href={notificationHrefOf(notification)}>
        <bdi className={styles.said}>{said}</bdi>
        <bdi className={`italic ${styles.about}`}>{about}</bdi>
      </a>
      <button
        className={styles.clear}
        type="submit"
        name="notificationId"
        value={notification.id}
        aria-label={words.clearOne.replace('{notification}', () => [said, about].filter(Boolean).join(', '))}
      >
        <Icon name="close" />
      </button>
    </li>
  );
}

/** What happened that the client has not cleared yet, newest first. */
export function NotificationsPanel({
  notifications,
  count,
}: {
  readonly notifications: readonly ShownNotification[];
  /** Of all of them, shown or not. */
  readonly count: number;
}) {
  const older = count - notifications.length;
  const clearAll = (
    <button className={styles.all} type="submit" form={formId} name="notificationId" value="all">
      {words.clearAll}
    </button>
  );
  return (
    <Panel id="notifications-title" title={words.title} aside={notifications.length > 0 && clearAll}>
      {notifications.length === 0 ? (
        <p className={`dim ${styles.note}`}>{words.empty}</p>
      ) : (
        <form id={formId} method="post" action="/portal?do=clear-notifications">
          <ul className={styles.items}>
            {notifications.map((notification) => (
              <Notification key={notification.id} notification={notification} />
            ))}
          </ul>
        </form>
      )}
      {older > 0 && (
        <p className={`dim ${styles.note}`}>{words.older.replace('{count}', countWord(older))}</p>
      )}
      <p className={styles.settings}>
        <a href="/portal/settings">{words.settings}</a>
      </p>
    </Panel>
  );
}
