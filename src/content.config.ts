import { defineCollection } from 'astro:content';
import { articleSchema } from '#content/schemas/article.schema.ts';
import { pageSchema } from '#content/schemas/page.schema.ts';
import { checkedTexts } from '#src/platform/content/checked-texts.ts';

// With texts of a studio's own, scripts/generate.ts has put all of them together.
const texts = process.env['CONTENT_DIR'] ? 'src/generated/texts' : 'content';

/** The Knowledge Hub's articles. The entry's id is the slug. */
const articles = defineCollection({
  loader: checkedTexts(`${texts}/articles`, articleSchema),
  schema: articleSchema,
});

/** Privacy, terms, accessibility. */
const pages = defineCollection({
  loader: checkedTexts(`${texts}/pages`, pageSchema),
  schema: pageSchema,
});

export const collections = { articles, pages };
