import words from '#content/listening.yaml';
import { RefusedMessage } from '#src/features/accounts/access/action-notices.tsx';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { severalOf } from '#src/workspace/count-words.ts';
import { fill } from '#src/platform/fill.ts';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { Empty, Panel } from '#src/ui/panel.tsx';
import { Notice } from '#src/ui/notice.tsx';
import type { FoundLinks } from './find-links.ts';
import { LinkForm, newDraft } from './link-form.tsx';
import { ListedLinkItem } from './listed-link.tsx';
import { visitDays } from './open-link.ts';
import styles from './share-page.module.css';

const { share: texts } = words;

/** Shows the listening links of a project with their listeners, and the form that creates one. */
export function SharePage({
  found,
  side,
  isTeam,
  origin,
  madeId,
  fileIds,
  newId,
  refused,
  now,
}: {
  readonly found: FoundLinks;
  readonly side: 'portal' | 'desk';
  readonly isTeam: boolean;
  /** The origin of the shown addresses. */
  readonly origin: string;
  /** The id of the link that was just created. */
  readonly madeId: string | null;
  /** The files that the form shares at first; the project without any. */
  readonly fileIds: readonly string[];
  readonly newId: string;
  readonly refused: RefusedAction | null;
  readonly now: Date;
}) {
  const { project, files, links } = found;
  const path = `/portal/projects/${project.id}/share`;
  const played = fileIds.filter((id) => files.some((file) => file.id === id));
  const left = fileIds.length - played.length;
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
      <RefusedMessage refused={refused} />
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
                  <ListedLinkItem key={link.id} {...{ link, files, origin, path, now }} />
                ))}
              </ul>
            )}
          </div>
          <p className={`small dim ${styles.kept}`}>
            {fill(texts.guests.about, { days: String(visitDays) })}
          </p>
        </Panel>
        <Panel id="make" title={texts.make.title}>
          {left > 0 && <p className={`small ${styles.left}`}>{severalOf(left, texts.make.left)}</p>}
          <LinkForm
            {...{ found, refused, isTeam }}
            draft={newDraft(played)}
            linkId={newId}
            action={`${path}?do=make-link`}
            labelId="make"
          />
        </Panel>
      </div>
    </div>
  );
}
