import home from '#content/home.yaml';
import system from '#content/system.yaml';
import { ArticleCover, ArticleFacts } from '../knowledge/article-summary.tsx';
import type { Article } from '../knowledge/articles.ts';
import { destinationOf } from '#src/studio/destinations.ts';
import { LabSection } from '#src/studio/lab-section.tsx';
import { plates } from '#src/studio/notes.ts';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import styles from './knowledge-hub.module.css';

/** One article: the first of the hub is large, the others are rows. The title's link covers the whole teaser. */
function Teaser({ article, isFirst }: { readonly article: Article; readonly isFirst: boolean }) {
  return (
    <article className={isFirst ? styles.first : styles.row} aria-labelledby={`teaser-${article.slug}`}>
      <ArticleCover image={article.image} colour={article.colour} className={styles.cover} />
      <div>
        <div className="small">
          <ArticleFacts article={article} hasMinutes={isFirst} />
        </div>
        <h3 id={`teaser-${article.slug}`} className={isFirst ? 'title-2' : 'title-3'}>
          <a href={article.href}>{article.title}</a>
        </h3>
        <p className={isFirst ? 'measure dim' : 'small dim'}>{article.excerpt}</p>
      </div>
    </article>
  );
}

/** The link that opens the session planner, and a notice if authors are invented. */
function Notes({ articles }: { readonly articles: readonly Article[] }) {
  const planner = destinationOf('session-planner');
  return (
    <div className={styles.notes}>
      <div className={styles.planner}>
        <p className="score">{home.knowledge.plannerText}</p>
        <ArrowLink label={home.knowledge.planner} href={planner.href} data-opens="session-planner" />
      </div>
      <ArrowLink label={system.article.all} href="/blog" />
      {articles.some(({ isSampleAuthor }) => isSampleAuthor) && (
        <p className="italic small dim">{home.knowledge.notice}</p>
      )}
    </div>
  );
}

/** The articles in the order given, the first one large. */
export function KnowledgeHub({ articles }: { readonly articles: readonly Article[] }) {
  const { knowledge } = home;
  const [first, ...others] = articles;
  return (
    <LabSection id="blog" surface="paper" note={plates.blog} title={knowledge.title} lead={knowledge.lead}>
      {first ? (
        <div className={styles.hub}>
          <Teaser article={first} isFirst />
          <div>
            {others.map((article) => (
              <Teaser key={article.slug} article={article} isFirst={false} />
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
