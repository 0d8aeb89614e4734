import services from '#content/services.yaml';
import { plates } from '#src/features/site/plates.ts';
import { Faq } from './faq.tsx';
import { TaglinePage } from './tagline-page.tsx';

/** The Consulting Lab, with the questions people ask before they call. */
export function ConsultingPage() {
  return (
    <TaglinePage note={plates.consulting} page={services.pages.consulting}>
      <Faq />
    </TaglinePage>
  );
}
