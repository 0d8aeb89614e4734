import type { NoteSlug } from '#src/studio/notes.ts';
import { Powder } from '#src/ui/powder.tsx';
import system from '#content/system.yaml';
import { ArticleFacts } from './article-facts.tsx';
import styles from './article-head.module.css';
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
    <div className={styles.plate} data-s={colour} aria-hidden="true">
      {image === 'spectrogram' ? <div className={styles.spectrogram} /> : <Powder slug={image} />}
    </div>
  );
}

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
