import type { Content } from '#content/schemas.ts';
import { breadcrumbsOf, organizationIdOf } from '#src/studio/page-head.ts';

interface ServicePage {
  readonly title: string;
  readonly description: string;
  readonly path: `/${string}`;
  /** The page's offers, item by item. */
  readonly offers?: readonly { readonly title: string; readonly text: string }[];
}

/** Returns the JSON-LD of a service page: the service, its provider and the page's URL. */
export function serviceJsonLdOf(origin: URL, { title, description, path, offers = [] }: ServicePage) {
  const service = {
    '@context': 'https://schema.org',
    '@type': 'Service',
    name: title,
    description,
    url: new URL(path, origin).href,
    provider: { '@id': organizationIdOf(origin) },
    ...(offers.length > 0 && {
      hasOfferCatalog: {
        '@type': 'OfferCatalog',
        name: title,
        itemListElement: offers.map((offer) => ({
          '@type': 'Offer',
          itemOffered: { '@type': 'Service', name: offer.title, description: offer.text },
        })),
      },
    }),
  };
  return [service, breadcrumbsOf(origin, { name: title, path })];
}

/** Returns the JSON-LD of a page's questions and answers. */
export function faqJsonLdOf(items: Content<'faq'>['items']) {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: items.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}
