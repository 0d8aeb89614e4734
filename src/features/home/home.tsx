import type { CollectionEntry } from 'astro:content';
import { plates } from '#src/features/site/plates.ts';
import { Seam } from '#src/features/site/seam.tsx';
import { Brief } from './brief.tsx';
import { Hero } from './hero.tsx';
import { KnowledgeHub } from './knowledge-hub.tsx';
import { Labs } from './labs.tsx';
import { Vision } from './vision.tsx';

/** The home page: ten sections in the specification's order. */
export function Home({ articles }: { readonly articles: readonly CollectionEntry<'articles'>[] }) {
  return (
    <>
      <Hero />
      <Vision />
      <Seam note={plates.about} above="paper" />
      <Labs />
      <Brief />
      <KnowledgeHub articles={articles} />
      <Seam note={plates.blog} above="paper" />
    </>
  );
}
