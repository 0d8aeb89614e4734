import system from '#content/system.yaml';
import spectrogram from '#src/generated/cue-spectrogram.webp?url';
import { fill } from '#src/platform/fill.ts';
import type { NoteSlug } from '#src/studio/notes.ts';
import { Figure } from '#src/ui/figure.tsx';
import coverStyles from './article-cover.module.css';
import factsStyles from './article-facts.module.css';
import type { Article } from './articles.ts';

/** An article's picture: the figure of its note, or the spectrogram, on the surface of its colour. */
export function ArticleCover({
  image,
  colour,
  className,
}: {
  readonly image: NoteSlug | 'spectrogram';
  readonly colour: 'plate' | 'signal' | 'paper';
  readonly className?: string | undefined;
}) {
  return (
    <div className={[coverStyles.cover, className].filter(Boolean).join(' ')} data-s={colour}>
      {image === 'spectrogram' ? (
        <img src={spectrogram} width="720" height="820" alt="" loading="lazy" decoding="async" />
      ) : (
        <Figure slug={image} />
      )}
    </div>
  );
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Returns a date such as "12 Nov 2026", in UTC like the article's front matter. */
function dayOf(date: Date): string {
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** Category, day and author in one line, and optionally the reading time. */
export function ArticleFacts({
  article,
  hasMinutes = true,
}: {
  readonly article: Article;
  readonly hasMinutes?: boolean;
}) {
  return (
    <p className={`italic dim ${factsStyles.facts}`}>
      <span>{article.category}</span>
      <time dateTime={article.date.toISOString().slice(0, 10)}>{dayOf(article.date)}</time>
      <span>{article.author}</span>
      {hasMinutes && <span>{fill(system.article.minutes, { minutes: String(article.minutes) })}</span>}
    </p>
  );
}
