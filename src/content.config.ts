import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { articleSchema } from '#content/schemas/article.schema.ts';
import { pageSchema } from '#content/schemas/page.schema.ts';

/** The Knowledge Hub's articles. The entry's id is the slug. */
const articles = defineCollection({
  loader: glob({ pattern: '*.mdx', base: './content/articles' }),
  schema: articleSchema,
});

/** Privacy, terms, accessibility. */
const pages = defineCollection({
  loader: glob({ pattern: '*.mdx', base: './content/pages' }),
  schema: pageSchema,
});

export const collections = { articles, pages };
