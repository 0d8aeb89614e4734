import system from '#content/system.yaml';
import { PlateHead } from '#src/studio/plate-head.tsx';
import { destinationOf } from '#src/studio/destinations.ts';
import { plates } from '#src/studio/notes.ts';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { ArticleCover, ArticleFacts } from './article-summary.tsx';
import type { Article } from './articles.ts';
import styles from './blog-page.module.css';

/** The title's link covers the whole row. */
function Entry({ article }: { readonly article: Article }) {
  return (
    <article className={styles.entry} aria-labelledby={article.slug}>
      <ArticleCover image={article.image} colour={article.colour} className={styles.cover} />
      <div className={styles.words}>
        <ArticleFacts article={article} />
        <h2 id={article.slug} className={styles.title}>
          <a href={article.href}>{article.title}</a>
        </h2>
        <p className="measure dim">{article.excerpt}</p>
      </div>
    </article>
  );
}

/** Every article of the Knowledge Hub on a page of its own, newest first. */
export function BlogPage({ articles }: { readonly articles: readonly Article[] }) {
  const { title, description, lines } = system.feed;
  return (
    <>
      <PlateHead note={plates.blog} lines={lines} lead={description} />
      <section className={styles.list} data-s="paper" aria-label={title}>
        <div className="wrap">
          {articles.map((article) => (
            <Entry key={article.slug} article={article} />
          ))}
          <div className={styles.foot}>
            {articles.some(({ isSampleAuthor }) => isSampleAuthor) && (
              <p className="italic small dim">{system.article.sampleAuthor}</p>
            )}
            <ArrowLink label={system.article.feed} href={destinationOf('rss').href} />
          </div>
        </div>
      </section>
    </>
  );
}
