import words from '#content/today.yaml';
import { RefusedMessage } from '#src/features/accounts/access/action-notices.tsx';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { fill } from '#src/platform/fill.ts';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { Empty } from '#src/ui/panel.tsx';
import { PostButton } from '#src/ui/post-button.tsx';
import { StateMark } from '#src/ui/state-mark.tsx';
import { DeskTime } from '#src/workspace/desk-time.tsx';
import { FormattedText } from '#src/workspace/formatted-text.tsx';
import { dayText } from '#src/workspace/time-text.ts';
import { studioDayOf } from '#src/studio/studio-calendar.ts';
import { mostOfKind, type TodayGroup } from './find-today.ts';
import type { TodayKind, TodayRow } from './kinds/kind.ts';
import styles from './today-screen.module.css';

const labels: Readonly<Record<string, string>> = words.kinds;
const labelOf = (kind: string) => labels[kind] ?? kind;

type Look = {
  readonly now: Date;
  /** The kind that the page is limited to; null for all. */
  readonly kind: string | null;
};

/** Returns the address that a form of the page posts to. */
const postTo = (action: string, kind: string | null) =>
  kind === null ? `?do=${action}` : `?do=${action}&kind=${kind}`;

/** Renders the buttons of a row: what its kind offers, then what every row has. */
function RowButtons({
  of,
  row,
  title,
  kind,
}: {
  readonly of: TodayKind;
  readonly row: TodayRow;
  readonly title: string;
  readonly kind: string | null;
}) {
  const { actions = [] } = of.lineOf(row, row.newest);
  const seen = { kind: row.kind, item: row.item, seen: String(row.newest.getTime()) };
  const all = [
    ...actions,
    ...(of.canBeHandled && actions.length === 0
      ? [{ action: 'handle', label: words.actions.handled, fields: seen }]
      : []),
    ...(of.isNews ? [{ action: 'read', label: words.read, fields: seen }] : []),
  ];
  return all.map(({ action, label, fields }) => (
    <PostButton
      key={action}
      action={postTo(action, kind)}
      fields={fields}
      label={label}
      name={fill(words.actionOf, { action: label, title })}
    />
  ));
}

/** Renders the mark of an unread row, which marks it as read. */
function UnreadMark({
  row,
  title,
  kind,
}: {
  readonly row: TodayRow;
  readonly title: string;
  readonly kind: string | null;
}) {
  const label = fill(words.actionOf, { action: words.read, title });
  return (
    <form role="none" method="post" action={postTo('read', kind)} className={styles.unread}>
      <input type="hidden" name="kind" value={row.kind} />
      <input type="hidden" name="item" value={row.item} />
      <input type="hidden" name="seen" value={row.newest.getTime()} />
      <button type="submit" aria-label={label} title={words.read} />
    </form>
  );
}

function Row({ of, row, look: { now, kind } }: { of: TodayKind; row: TodayRow; look: Look }) {
  const { href, title, text, place, mark, badge, when } = of.lineOf(row, now);
  const time = <DeskTime at={row.since} now={now} />;
  return (
    <li className={styles.row} data-unread={row.isUnread || undefined}>
      {row.isUnread && !of.isNews && <UnreadMark {...{ row, title, kind }} />}
      <div className={styles.what}>
        <p className={styles.name}>
          <a href={href} dir="auto">
            {row.isUnread && <span className="sr-only">{`${words.unread}: `}</span>}
            {title}
          </a>
          {badge && <span className={styles.badge}>{badge}</span>}
          {mark && <StateMark shape="diamond" label={mark} />}
        </p>
        {text && (
          <p className={styles.text} dir="auto">
            {text}
          </p>
        )}
      </div>
      <p className={`italic small dim ${styles.where}`}>
        {place && (
          <span dir="auto" className={styles.place}>
            {place}
          </span>
        )}
        <span className="num">
          {when === undefined ? time : <FormattedText template={when} values={{ time }} />}
        </span>
      </p>
      <div className={styles.acts}>
        <RowButtons {...{ of, row, title, kind }} />
      </div>
    </li>
  );
}

/** Renders the things of one kind. */
function Group({ group: { of, rows, total }, look }: { readonly group: TodayGroup; readonly look: Look }) {
  const id = `today-${of.kind}`;
  const hasMore = total > rows.length;
  return (
    <section className={styles.group} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{labelOf(of.kind)}</h2>
        <span className="num dim">{total}</span>
      </div>
      <ul>
        {rows.map((row) => (
          <Row key={row.item} {...{ of, row, look }} />
        ))}
      </ul>
      {hasMore && look.kind === null && (
        <p className={styles.more}>
          <ArrowLink
            href={of.allHref ?? `/desk?kind=${of.kind}`}
            label={fill(words.showAll, { count: String(total) })}
          />
        </p>
      )}
      {hasMore && look.kind !== null && (
        <p className={`${styles.more} small dim`}>
          {fill(words.first, { count: String(mostOfKind) })}{' '}
          {of.allHref && (
            <ArrowLink href={of.allHref} label={fill(words.showAll, { count: String(total) })} />
          )}
        </p>
      )}
    </section>
  );
}

/** Renders the kinds with the number of each, as links to each alone. */
function Kinds({ groups, kind }: { readonly groups: readonly TodayGroup[]; readonly kind: string | null }) {
  const every = groups.reduce((sum, { total }) => sum + total, 0);
  const links = [
    { href: '/desk', label: words.everything, total: every, isCurrent: kind === null },
    ...groups.map(({ of, total }) => ({
      href: `/desk?kind=${of.kind}`,
      label: labelOf(of.kind),
      total,
      isCurrent: kind === of.kind,
    })),
  ];
  return (
    <nav className={styles.kinds} id="today-kinds" data-live aria-label={words.filter}>
      <p className="italic dim">{words.filter}</p>
      <ul>
        {links.map(({ href, label, total, isCurrent }) => (
          <li key={href}>
            <a href={href} aria-current={isCurrent || undefined}>
              <span>{label}</span>
              <span className="num">{total}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Renders what is waiting for the team: a region for each kind, next to the list of kinds. */
export function TodayScreen({
  groups,
  chosen,
  unread,
  look,
  handled,
  refused,
}: {
  readonly groups: readonly TodayGroup[];
  /** The things of the chosen kind; null without a choice. */
  readonly chosen: TodayGroup | null;
  readonly unread: number;
  readonly look: Look;
  /** What was marked as handled just now. */
  readonly handled: { readonly kind: string; readonly item: string } | null;
  readonly refused: RefusedAction | null;
}) {
  const { now, kind } = look;
  const shown = kind === null ? groups : chosen ? [chosen] : [];
  return (
    <div className={styles.today}>
      <Kinds groups={groups} kind={kind} />
      <div className={styles.main}>
        <div className={styles.title} id="today-title" data-live>
          <div>
            <h1>{words.title}</h1>
            <span className="italic dim">{dayText(studioDayOf(now))}</span>
          </div>
          {unread > 0 && (
            <PostButton
              action={postTo('read-all', kind)}
              fields={{ kind: kind ?? '', seen: String(now.getTime()) }}
              label={words.readAll}
            />
          )}
        </div>
        <RefusedMessage refused={refused} />
        {handled && (
          <div className={styles.handled}>
            <Notice kind="success" role="status">
              {words.handled}
            </Notice>
            <PostButton
              action={postTo('unhandle', kind)}
              fields={{ ...handled, seen: String(now.getTime()) }}
              label={words.undo}
            />
          </div>
        )}
        <div className={styles.groups} id="today" data-live>
          {shown.length === 0 && (
            <div className={styles.nothing}>
              <Empty>{kind === null ? words.nothing : words.nothingOfKind}</Empty>
            </div>
          )}
          {shown.map((group) => (
            <Group key={group.of.kind} {...{ group, look }} />
          ))}
        </div>
      </div>
    </div>
  );
}
