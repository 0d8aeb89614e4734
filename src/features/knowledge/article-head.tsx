import system from '#content/system.yaml';
import { ArticleFacts } from './article-facts.tsx';
import styles from './article-head.module.css';
import { ArticlePlate } from './article-plate.tsx';
import type { Article } from './articles.ts';

/** The head of an article: what it is about, who wrote it and when, beside its picture. */
export function ArticleHead({ article }: { readonly article: Article }) {
  return (
    <section className={styles.head} data-s="plate">
      <ArticlePlate image={article.image} colour={article.colour} />
      <div className={`wrap ${styles.content}`}>
        <ArticleFacts article={article} />
        <h1 id={article.slug} className={styles.title}>
          {article.title}
        </h1>
        <p className={`lead ${styles.excerpt}`}>{article.excerpt}</p>
        {article.isSampleAuthor && <p className="italic small dim">{system.article.sampleAuthor}</p>}
      </div>
    </section>
  );
}
