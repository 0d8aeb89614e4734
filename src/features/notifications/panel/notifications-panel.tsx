import type { Permission } from '#src/features/accounts/people/person.table.ts';
import portal from '#content/portal.yaml';
import { Icon } from '#src/ui/icon.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { countWord } from '#src/workspace/count-words.ts';
import { notificationOf } from '../kinds/find-kind.ts';
import { fill } from '#src/platform/fill.ts';
import styles from './notifications-panel.module.css';

const { notifications: words } = portal;
const formId = 'clear-notifications';

type ShownNotification = {
  readonly id: string;
  /** As stored; possibly of a newer version. */
  readonly kind: string;
  readonly projectId: string | null;
  readonly subjectId: string;
  readonly details: Readonly<Record<string, string>>;
};

/** Missing names are left out. */
const noNames = { project: '', file: '', milestone: '', invoice: '', description: '', at: '' };

/** Returns the sentence of a notification and the name of its subject. */
function textOf(
  { kind, details }: ShownNotification,
  permission: Permission,
): { sentence: string; about: string } {
  const { sentence, about } = notificationOf(kind, permission);
  const author = details['author']?.split(' ')[0] ?? '';
  return {
    sentence: fill(sentence, { ...noNames, ...details, author }),
    about: details[about] ?? details['description'] ?? '',
  };
}

function Notification({
  notification,
  permission,
}: {
  readonly notification: ShownNotification;
  readonly permission: Permission;
}) {
  const { sentence, about } = textOf(notification, permission);
  return (
    <li className={styles.item}>
      <a href={notificationOf(notification.kind).path(notification)}>
        <bdi className={styles.said}>{sentence}</bdi>
        <bdi className={`italic ${styles.about}`}>{about}</bdi>
      </a>
      <button
        className={styles.clear}
        type="submit"
        name="notificationId"
        value={notification.id}
        aria-label={fill(words.clearOne, { notification: [sentence, about].filter(Boolean).join(', ') })}
      >
        <Icon name="close" />
      </button>
    </li>
  );
}

/** The open notifications of a person, newest first, with buttons to clear one or all. */
export function NotificationsPanel({
  notifications,
  count,
  permission,
}: {
  readonly notifications: readonly ShownNotification[];
  /** How many there are in total. */
  readonly count: number;
  readonly permission: Permission;
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
              <Notification key={notification.id} {...{ notification, permission }} />
            ))}
          </ul>
        </form>
      )}
      {older > 0 && <p className={`dim ${styles.note}`}>{fill(words.older, { count: countWord(older) })}</p>}
      <ul className={styles.settings}>
        <li>
          <a href="/portal/settings">{words.settings}</a>
        </li>
        <li>
          <a href="/portal/people">{portal.people.title}</a>
        </li>
      </ul>
    </Panel>
  );
}
