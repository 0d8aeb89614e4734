import portal from '#content/portal.yaml';
import { Empty } from '#src/ui/panel.tsx';
import { fill } from '#src/platform/fill.ts';
import { momentText } from '#src/workspace/time-text.ts';
import { excerptOf, type FoundMessage, type MessageSearch } from './search-messages.ts';
import styles from './message-search.module.css';

const { messages: words } = portal;
const { search: text } = words;

/** The search form above a list of conversations. Its page is searched by `q`. */
export const MessageSearchForm = ({
  action,
  search,
}: {
  readonly action: string;
  readonly search: string;
}) => (
  <form className={styles.form} role="search" action={action}>
    <label className="sr-only" htmlFor="q">
      {text.label}
    </label>
    <input
      type="search"
      id="q"
      name="q"
      defaultValue={search}
      maxLength={200}
      dir="auto"
      autoComplete="off"
      placeholder={text.label}
    />
    <button type="submit">{text.button}</button>
  </form>
);

/** The messages that a search found, each with a link to its place. */
export function SearchResults({
  result: { text: sought, found, hasMore },
  clearHref,
  hrefOf,
  nameOf,
  now,
}: {
  readonly result: MessageSearch;
  /** The address without the search. */
  readonly clearHref: string;
  readonly hrefOf: (message: FoundMessage) => string;
  /** What a conversation is called. */
  readonly nameOf: (message: FoundMessage) => string;
  readonly now: Date;
}) {
  const [none, one, several] = text.found;
  const count = hasMore ? text.more : found.length === 0 ? none : found.length === 1 ? one : several;
  return (
    <section className={styles.results} aria-labelledby="found">
      <div className={styles.head}>
        <h2 id="found" className="small">
          {fill(count, { count: String(found.length), text: sought })}
        </h2>
        <a className="small" href={clearHref}>
          {text.clear}
        </a>
      </div>
      {found.length === 0 && <Empty>{text.hint}</Empty>}
      <ul className={styles.found}>
        {found.map((message) => {
          const { before, match, after } = excerptOf(message.content, sought);
          return (
            <li key={message.id}>
              <a href={`${hrefOf(message)}&message=${message.id}#m-${message.id}`}>
                <span className={styles.about}>
                  <bdi>{nameOf(message)}</bdi>
                  <span className="dim">
                    <bdi>{message.authorName}</bdi>,{' '}
                    <time dateTime={message.sentAt.toISOString()}>
                      {momentText(message.sentAt, now, portal.today)}
                    </time>
                  </span>
                </span>
                <span className={styles.excerpt} dir="auto">
                  {before}
                  <mark>{match}</mark>
                  {after}
                </span>
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
