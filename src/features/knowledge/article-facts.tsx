import system from '#content/system.yaml';
import { ArticleDate } from './article-date.tsx';
import styles from './article-facts.module.css';
import type { Article } from './articles.ts';

/** Category, day, author and reading time in one line. */
export function ArticleFacts({ article }: { readonly article: Article }) {
  return (
    <p className={`italic dim ${styles.facts}`}>
      <span>{article.category}</span>
      <ArticleDate date={article.date} />
      <span>{article.author}</span>
      <span>{system.article.minutes.replace('{minutes}', String(article.minutes))}</span>
    </p>
  );
}
