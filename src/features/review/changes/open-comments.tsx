import words from '#content/changes.yaml';
import project from '#content/project.yaml';
import { spanTextOf } from '#src/features/files/measurements/time-code.ts';
import { fill } from '#src/platform/fill.ts';
import { StateMark } from '#src/ui/state-mark.tsx';
import { FormattedText } from '#src/workspace/formatted-text.tsx';
import { changeText } from './change-text.ts';
import type { OpenComments } from './list-open-comments.ts';
import styles from './open-comments.module.css';

const { untouched: texts } = words;

const mostListed = 20;
const longestText = 160;

const shortened = (text: string) => {
  const characters = Array.from(text);
  return characters.length <= longestText ? text : `${characters.slice(0, longestText - 1).join('')}…`;
};

const isUntouched = ({ change }: OpenComments['comments'][number]) => change?.verdict === 'unchanged';
const isUnsure = ({ change }: OpenComments['comments'][number]) => change?.verdict === 'unknown';
const isWaiting = ({ change }: OpenComments['comments'][number]) => change === null;

/** Returns how many comments of a file are untouched, and of how many that is not known. */
function countTexts(comments: OpenComments['comments']): string[] {
  const count = (is: (comment: OpenComments['comments'][number]) => boolean) =>
    comments.filter((each) => is(each)).length;
  const template = comments.length === 1 ? texts.one : texts.count;
  const [unsure, waiting] = [count(isUnsure), count(isWaiting)];
  return [
    fill(template, { count: String(count(isUntouched)), total: String(comments.length) }),
    ...(unsure > 0 ? [fill(texts.unsure, { count: String(unsure) })] : []),
    ...(waiting > 0 ? [fill(texts.waiting, { count: String(waiting) })] : []),
  ];
}

function CommentsOf({ of, path }: { readonly of: OpenComments; readonly path: string }) {
  const { label, version, shownOn, comments } = of;
  const listed = [isUntouched, isUnsure, isWaiting].flatMap((is) => comments.filter((each) => is(each)));
  const template = version === null ? texts.proposed : texts.of;
  return (
    <li>
      <p className={styles.count}>
        <span>
          <FormattedText template={template} values={{ file: label, number: String(version) }} />
        </span>
        <StateMark
          shape={listed.length === 0 ? 'full' : 'signal'}
          label={countTexts(comments).join(', ')}
          wraps
        />
      </p>
      {listed.length > 0 && (
        <details className="small">
          <summary>{texts.show}</summary>
          <ul className={styles.list}>
            {listed.slice(0, mostListed).map((comment) => (
              <li key={comment.id}>
                <a href={`${path}?file=${shownOn}&at=${comment.atMs}#comment-${comment.id}`}>
                  <FormattedText
                    template={texts.comment}
                    values={{
                      author: comment.authorName,
                      time: spanTextOf(comment.atMs, comment.untilMs, project.player.range),
                    }}
                  />
                </a>
                <p dir="auto" className={styles.text}>
                  {shortened(comment.content)}
                </p>
                <p className="dim">{changeText(comment.change)}</p>
              </li>
            ))}
          </ul>
          {listed.length > mostListed && (
            <p className="dim">{fill(texts.more, { count: String(listed.length - mostListed) })}</p>
          )}
        </details>
      )}
    </li>
  );
}

/** Shows the team how many open comments each new version left as they are, and which. Renders nothing without any. */
export function OpenCommentsSummary({
  all,
  path,
}: {
  readonly all: readonly OpenComments[];
  /** The path of the project's page at the desk. */
  readonly path: string;
}) {
  if (all.length === 0) return null;
  return (
    <section className={styles.summary} aria-labelledby="open-comments">
      <h3 id="open-comments">{texts.title}</h3>
      <ul className={styles.files}>
        {all.map((of) => (
          <CommentsOf key={of.fileId} {...{ of, path }} />
        ))}
      </ul>
    </section>
  );
}
