import system from '#content/system.yaml';
import { destinationOf } from '#src/studio/destinations.ts';
import { ButtonLink } from '#src/ui/button.tsx';
import { ArticleCover } from './article-cover.tsx';
import styles from './article-end.module.css';
import type { Article } from './articles.ts';

function Neighbour({
  label,
  article,
  rel,
}: {
  readonly label: string;
  readonly article: Article;
  readonly rel: 'prev' | 'next';
}) {
  return (
    <a href={article.href} rel={rel} className={styles.neighbour}>
      <ArticleCover image={article.image} colour={article.colour} className={styles.cover} />
      <span>
        <span className={`italic small dim ${styles.label}`}>{label}</span>
        <span className={styles.name}>{article.title}</span>
      </span>
    </a>
  );
}

/** After an article: the session planner for those who ask for it, and the notes before and after this one. */
export function ArticleEnd({
  previous,
  next,
}: {
  readonly previous?: Article | undefined;
  readonly next?: Article | undefined;
}) {
  const words = system.article;
  return (
    <section className={`section ${styles.end}`} data-s="plate" aria-labelledby="planner-title">
      <div className="wrap">
        <div className={styles.planner}>
          <h2 id="planner-title" className="title">
            {words.plannerTitle}
          </h2>
          <div className={styles.offer}>
            <p className="lead dim">{words.plannerText}</p>
            <ButtonLink
              label={words.planner}
              href={destinationOf('session-planner').href}
              data-opens="session-planner"
            />
          </div>
        </div>
        <nav className={styles.neighbours} aria-label={words.all}>
          {previous && <Neighbour label={words.previous} article={previous} rel="prev" />}
          {next && <Neighbour label={words.next} article={next} rel="next" />}
          <a href="/blog" className={styles.all}>
            {words.all}
          </a>
        </nav>
      </div>
    </section>
  );
}
