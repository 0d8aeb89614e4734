import system from '#content/system.yaml';
import styles from './article-facts.module.css';
import type { Article } from './articles.ts';
import { fill } from '#src/platform/fill.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A day as the studio writes it: "12 Nov 2026". The day is UTC's, as the article's front matter has it. */
function dayOf(date: Date): string {
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** Category, day and author in one line, and the reading time where there is room for it. */
export function ArticleFacts({
  article,
  hasMinutes = true,
}: {
  readonly article: Article;
  readonly hasMinutes?: boolean;
}) {
  return (
    <p className={`italic dim ${styles.facts}`}>
      <span>{article.category}</span>
      <time dateTime={article.date.toISOString().slice(0, 10)}>{dayOf(article.date)}</time>
      <span>{article.author}</span>
      {hasMinutes && <span>{fill(system.article.minutes, { minutes: String(article.minutes) })}</span>}
    </p>
  );
}
