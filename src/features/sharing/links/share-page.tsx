import words from '#content/listening.yaml';
import { RefusedNotice } from '#src/features/accounts/access/refused-notice.tsx';
import type { RefusedAction } from '#src/features/accounts/access/take-action.ts';
import { fileLabelOf } from '#src/features/files/file-name.tsx';
import { fill } from '#src/platform/fill.ts';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { Empty, Panel } from '#src/ui/panel.tsx';
import { Notice } from '#src/ui/notice.tsx';
import type { FoundLinks } from './find-links.ts';
import { visitDays } from './kept-visits.ts';
import { LinkForm } from './link-form.tsx';
import { ListedLinkItem } from './listed-link.tsx';
import styles from './share-page.module.css';

const { share: texts } = words;

/** The listening links of a project, with who listened, and the form that makes another. */
export function SharePage({
  found,
  side,
  origin,
  madeId,
  target,
  newId,
  refused,
  now,
}: {
  readonly found: FoundLinks;
  readonly side: 'portal' | 'desk';
  /** The origin of the shown addresses. */
  readonly origin: string;
  /** The link that was just made. */
  readonly madeId: string | null;
  /** What the form's link opens at first. */
  readonly target: string;
  readonly newId: string;
  readonly refused: RefusedAction | null;
  readonly now: Date;
}) {
  const { project, files, links } = found;
  const path = `/portal/projects/${project.id}/share`;
  const labels = new Map(files.map((file) => [file.id, fileLabelOf(file)]));
  return (
    <div className={styles.page}>
      <p className={styles.above}>
        <ArrowLink label={texts.back} icon="arrow-left" href={`/${side}/projects/${project.id}`} />
      </p>
      <header>
        <p className="italic dim" dir="auto">
          {project.name}
        </p>
        <h1 className="title-1">{texts.title}</h1>
        <p className={styles.about}>{texts.about}</p>
        {links.length > 0 && <ArrowLink className={styles.toForm} label={texts.make.title} href="#make" />}
      </header>
      <RefusedNotice refused={refused} />
      {links.some(({ id }) => id === madeId) && refused === null && (
        <Notice kind="success" role="status">
          {texts.made}
        </Notice>
      )}
      <div className={styles.columns}>
        <Panel id="links" title={texts.links}>
          <div id="link-list" data-live>
            {links.length === 0 ? (
              <div className={styles.empty}>
                <Empty>{texts.none}</Empty>
              </div>
            ) : (
              <ul>
                {links.map((link) => (
                  <ListedLinkItem key={link.id} {...{ link, origin, files, labels, path, now }} />
                ))}
              </ul>
            )}
          </div>
          <p className={`small dim ${styles.kept}`}>
            {fill(texts.guests.about, { days: String(visitDays) })}
          </p>
        </Panel>
        <LinkForm {...{ found, target, newId, refused }} />
      </div>
    </div>
  );
}
