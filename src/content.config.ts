import { defineCollection } from 'astro:content';
import { articleSchema } from '#content/schemas/article.schema.ts';
import { pageSchema } from '#content/schemas/page.schema.ts';
import { checkedTexts } from '#src/platform/content/checked-texts.ts';

/** The Knowledge Hub's articles. The entry's id is the slug. */
const articles = defineCollection({
  loader: checkedTexts('content/articles', articleSchema),
  schema: articleSchema,
});

/** Privacy, terms, accessibility. */
const pages = defineCollection({
  loader: checkedTexts('content/pages', pageSchema),
  schema: pageSchema,
});

export const collections = { articles, pages };
