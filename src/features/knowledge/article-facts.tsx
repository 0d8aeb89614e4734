import system from '#content/system.yaml';
import { ArticleDate } from './article-date.tsx';
import styles from './article-facts.module.css';
import type { Article } from './articles.ts';

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
      <ArticleDate date={article.date} />
      <span>{article.author}</span>
      {hasMinutes && <span>{system.article.minutes.replace('{minutes}', String(article.minutes))}</span>}
    </p>
  );
}
