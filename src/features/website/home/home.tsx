import type { Article } from '../knowledge/articles.ts';
import { plates } from '#src/studio/plates.ts';
import { Seam } from '#src/studio/seam.tsx';
import { Brief } from './brief.tsx';
import { Contact } from './contact.tsx';
import { EduTech } from './edutech.tsx';
import { Hero } from './hero.tsx';
import { HubDemo } from './hub-demo.tsx';
import { KnowledgeHub } from './knowledge-hub.tsx';
import { Labs } from './labs.tsx';
import { Records } from './records.tsx';
import { Testimonials } from './testimonials.tsx';
import { Vision } from './vision.tsx';

/** The home page: ten sections in the specification's order. */
export function Home({ articles }: { readonly articles: readonly Article[] }) {
  return (
    <>
      <Hero />
      <Vision />
      <Seam note={plates.about} above="paper" />
      <Labs />
      <Brief />
      <KnowledgeHub articles={articles} />
      <Seam note={plates.blog} above="paper" />
      <Testimonials />
      <HubDemo />
      <Seam note={plates['visibility-hub']} above="plate" />
      <EduTech />
      <Records />
      <Seam note={plates.records} above="plate" />
      <Contact />
    </>
  );
}
