import type { CollectionEntry } from 'astro:content';
import home from '#content/home.yaml';
import { ArticleDate } from '#src/features/knowledge/article-date.tsx';
import { destinationOf } from '#src/features/site/destinations.ts';
import { LabSection } from '#src/features/site/lab-section.tsx';
import { plates } from '#src/features/site/plates.ts';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { ArticleCover } from '#src/features/knowledge/article-cover.tsx';
import styles from './knowledge-hub.module.css';

type Article = CollectionEntry<'articles'>;

/** One article: the first of the hub is large, the others are rows. The title's link covers the whole teaser. */
function Teaser({
  article: { id, data },
  isFirst,
}: {
  readonly article: Article;
  readonly isFirst: boolean;
}) {
  return (
    <article className={isFirst ? styles.first : styles.row} aria-labelledby={`teaser-${id}`}>
      <ArticleCover image={data.image} colour={data.colour} className={styles.cover} />
      <div>
        <p className={`italic small dim ${styles.facts}`}>
          <span>{data.category}</span>
          <ArticleDate date={data.date} />
          <span>{data.author}</span>
        </p>
        <h3 id={`teaser-${id}`} className={isFirst ? 'title-2' : 'title-3'}>
          <a href={`/blog/${id}`}>{data.title}</a>
        </h3>
        <p className={isFirst ? 'measure dim' : 'small dim'}>{data.excerpt}</p>
      </div>
    </article>
  );
}

/** The opener of the session planner, and the notice that the authors are invented, if they are. */
function Notes({ articles }: { readonly articles: readonly Article[] }) {
  const planner = destinationOf('session-planner');
  return (
    <div className={styles.notes}>
      <div className={styles.planner}>
        <p className="score">{home.knowledge.plannerText}</p>
        <ArrowLink label={home.knowledge.planner} href={planner.href} data-opens="session-planner" />
      </div>
      {articles.some(({ data }) => data.sampleAuthor) && (
        <p className="italic small dim">{home.knowledge.notice}</p>
      )}
    </div>
  );
}

/** The articles, newest first. */
export function KnowledgeHub({ articles }: { readonly articles: readonly Article[] }) {
  const { knowledge } = home;
  const [first, ...others] = articles.toSorted((a, b) => b.data.date.getTime() - a.data.date.getTime());
  return (
    <LabSection id="blog" surface="paper" note={plates.blog} title={knowledge.title} lead={knowledge.lead}>
      {first ? (
        <div className={styles.hub}>
          <Teaser article={first} isFirst />
          <div>
            {others.map((article) => (
              <Teaser key={article.id} article={article} isFirst={false} />
            ))}
          </div>
        </div>
      ) : (
        <p className={styles.empty}>{knowledge.empty}</p>
      )}
      <Notes articles={articles} />
    </LabSection>
  );
}
