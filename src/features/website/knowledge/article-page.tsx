import system from '#content/system.yaml';
import { destinationOf } from '#src/studio/destinations.ts';
import type { NoteSlug } from '#src/studio/notes.ts';
import { ButtonLink } from '#src/ui/button.tsx';
import { Powder } from '#src/ui/powder.tsx';
import { ArticleCover, ArticleFacts } from './article-summary.tsx';
import endStyles from './article-end.module.css';
import headStyles from './article-head.module.css';
import type { Article } from './articles.ts';

/** The large picture at the head of an article: powder or spectrogram in the ink of the cover's surface. */
function ArticlePlate({
  image,
  colour,
}: {
  readonly image: NoteSlug | 'spectrogram';
  readonly colour: 'plate' | 'signal' | 'paper';
}) {
  return (
    <div className={headStyles.plate} data-s={colour} aria-hidden="true">
      {image === 'spectrogram' ? <div className={headStyles.spectrogram} /> : <Powder slug={image} />}
    </div>
  );
}

/** The head of an article: title, excerpt, author and date, next to its picture. */
export function ArticleHead({ article }: { readonly article: Article }) {
  return (
    <section className={headStyles.head} data-s="plate">
      <ArticlePlate image={article.image} colour={article.colour} />
      <div className={`wrap ${headStyles.content}`}>
        <ArticleFacts article={article} />
        <h1 id={article.slug} className={headStyles.title}>
          {article.title}
        </h1>
        <p className={`lead ${headStyles.excerpt}`}>{article.excerpt}</p>
        {article.isSampleAuthor && <p className="italic small dim">{system.article.sampleAuthor}</p>}
      </div>
    </section>
  );
}

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
    <a href={article.href} rel={rel} className={endStyles.neighbour}>
      <ArticleCover image={article.image} colour={article.colour} className={endStyles.cover} />
      <span>
        <span className={`italic small dim ${endStyles.label}`}>{label}</span>
        <span className={endStyles.name}>{article.title}</span>
      </span>
    </a>
  );
}

/** The end of an article: the session planner, and links to the neighbouring articles. */
export function ArticleEnd({
  previous,
  next,
}: {
  readonly previous?: Article | undefined;
  readonly next?: Article | undefined;
}) {
  const words = system.article;
  return (
    <section className={`section ${endStyles.end}`} data-s="plate" aria-labelledby="planner-title">
      <div className="wrap">
        <div className={endStyles.planner}>
          <h2 id="planner-title" className="title">
            {words.plannerTitle}
          </h2>
          <div className={endStyles.offer}>
            <p className="lead dim">{words.plannerText}</p>
            <ButtonLink
              label={words.planner}
              href={destinationOf('session-planner').href}
              data-opens="session-planner"
            />
          </div>
        </div>
        <nav className={endStyles.neighbours} aria-label={words.all}>
          {previous && <Neighbour label={words.previous} article={previous} rel="prev" />}
          {next && <Neighbour label={words.next} article={next} rel="next" />}
          <a href="/blog" className={endStyles.all}>
            {words.all}
          </a>
        </nav>
      </div>
    </section>
  );
}
