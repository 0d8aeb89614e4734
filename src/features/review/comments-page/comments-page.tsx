import words from '#content/project.yaml';
import { personAction, refusal } from '#src/features/accounts/access/action.ts';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { RefusedMessage } from '#src/features/accounts/access/action-notices.tsx';
import { fileLabelOf, FileName } from '#src/features/files/file-name.tsx';
import { spanTextOf } from '#src/features/files/measurements/time-code.ts';
import { fill } from '#src/platform/fill.ts';
import portal from '#content/portal.yaml';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { Button } from '#src/ui/button.tsx';
import { SelectField } from '#src/ui/field.tsx';
import { Empty } from '#src/ui/panel.tsx';
import { PostButton } from '#src/ui/post-button.tsx';
import { severalOf } from '#src/workspace/count-words.ts';
import { capitalised } from '#src/studio/locale.ts';
import { momentText } from '#src/workspace/time-text.ts';
import { markCommentDone, reopenComment } from '../player/comments.ts';
import styles from './comments-page.module.css';
import {
  commentPageSize,
  commentQueryOf,
  commentStates,
  type CommentFilter,
  type ProjectComments,
} from './find-project-comments.ts';

const { commentList: texts, player } = words;

/** Returns the action that resolves or reopens a comment of the list. */
const doneAction = (change: typeof markCommentDone) =>
  personAction(async ({ services, person, entries, params }) => {
    const key = { projectId: params['id'] ?? '', commentId: entries['commentId'] ?? '' };
    const done = await change(services.db, services, person, key);
    return done.ok ? { ok: true } : refusal(404, player.form.gone);
  });

/** The actions on the list of a project's comments. */
export const commentListActions = {
  'mark-comment-done': doneAction(markCommentDone),
  'reopen-comment': doneAction(reopenComment),
} as const;

type Side = 'portal' | 'desk';

function Filters({ found, filter }: { readonly found: ProjectComments; readonly filter: CommentFilter }) {
  const versions = [
    ...new Set(found.recordings.flatMap((each) => each.versions.map(({ version }) => version))),
  ];
  return (
    <form method="get" className={styles.filters} aria-label={texts.filters}>
      <SelectField
        id="state"
        name="state"
        label={texts.state}
        defaultValue={filter.state}
        options={commentStates.map((value) => ({ value, label: texts.states[value] }))}
      />
      <SelectField
        id="recording"
        name="recording"
        label={texts.file}
        defaultValue={filter.recordingId ?? ''}
        options={[
          { value: '', label: texts.everyFile },
          ...found.recordings.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <SelectField
        id="version"
        name="version"
        label={texts.version}
        defaultValue={String(filter.version ?? '')}
        options={[
          { value: '', label: texts.everyVersion },
          ...versions
            .toSorted((a, b) => a - b)
            .map((version) => ({ value: String(version), label: String(version) })),
        ]}
      />
      <label className={styles.mine}>
        <input type="checkbox" name="mine" value="yes" defaultChecked={filter.isMine} />
        {texts.mine}
      </label>
      <Button type="submit" label={texts.show} variant="secondary" size="small" />
    </form>
  );
}

function Line({
  comment,
  projectId,
  side,
  query,
  now,
}: {
  readonly comment: ProjectComments['comments'][number];
  readonly projectId: string;
  readonly side: Side;
  readonly query: string;
  readonly now: Date;
}) {
  const { id, file, atMs, untilMs, authorName, content, madeAt, doneAt, replies, madeOnVersion } = comment;
  const time = spanTextOf(atMs, untilMs, player.range);
  const href = `/${side}/projects/${projectId}?file=${file.id}&at=${atMs}#comment-${id}`;
  const action = doneAt ? 'reopen-comment' : 'mark-comment-done';
  const label = doneAt ? player.reopen : player.markDone;
  return (
    <li className={styles.comment} data-done={doneAt ? '' : undefined}>
      <p className={styles.place}>
        <a href={href}>
          <span className="num">{time}</span>, <FileName name={fileLabelOf(file)} />
        </a>
        {madeOnVersion !== null && (
          <span className="italic dim"> {fill(texts.madeOn, { version: String(madeOnVersion) })}</span>
        )}
      </p>
      <p className="italic small dim">
        <bdi>{authorName}</bdi>, <span className="num">{momentText(madeAt, now, portal.today)}</span>
        {replies > 0 && `, ${severalOf(replies, texts.replies)}`}
        {doneAt && `, ${player.done}`}
      </p>
      <p className={styles.text} dir="auto">
        {content}
      </p>
      <PostButton
        action={`?do=${action}${query.replace('?', '&')}`}
        fields={{ commentId: id }}
        label={label}
        name={`${label}: ${time}, ${fileLabelOf(file)}`}
      />
    </li>
  );
}

/** Renders the comments of a project over all files and versions, with filters. Works without scripts. */
export function CommentsPage({
  found,
  filter,
  side,
  refused,
  now,
}: {
  readonly found: ProjectComments;
  readonly filter: CommentFilter;
  readonly side: Side;
  readonly refused: RefusedAction | null;
  readonly now: Date;
}) {
  const { project, comments, total } = found;
  const query = commentQueryOf(filter);
  const pages = Math.ceil(total / commentPageSize);
  const pageHref = (page: number) =>
    `/portal/projects/${project.id}/comments${commentQueryOf({ ...filter, page })}`;
  return (
    <div className={styles.page}>
      <p className={styles.back}>
        <ArrowLink label={texts.back} icon="arrow-left" href={`/${side}/projects/${project.id}`} />
      </p>
      <h1 className="title-1">{texts.title}</h1>
      <p className="italic dim" dir="auto">
        {project.name}
      </p>
      <RefusedMessage refused={refused} />
      <Filters found={found} filter={filter} />
      <div id="comment-list" data-live>
        {total === 0 ? (
          <Empty>{query === '' ? texts.noneOpen : texts.none}</Empty>
        ) : (
          <>
            <p className="small dim">{capitalised(severalOf(total, texts.found))}</p>
            <ol className={styles.list}>
              {comments.map((comment) => (
                <Line key={comment.id} projectId={project.id} {...{ comment, side, query, now }} />
              ))}
            </ol>
          </>
        )}
        {pages > 1 && (
          <nav className={styles.pages} aria-label={texts.pages}>
            {filter.page > 1 && (
              <a href={pageHref(filter.page - 1)} rel="prev">
                {texts.previous}
              </a>
            )}
            <span className="num">
              {fill(texts.page, { page: String(filter.page), pages: String(pages) })}
            </span>
            {filter.page < pages && (
              <a href={pageHref(filter.page + 1)} rel="next">
                {texts.next}
              </a>
            )}
          </nav>
        )}
      </div>
    </div>
  );
}
