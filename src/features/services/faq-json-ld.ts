import type { Content } from '#content/schemas.ts';

/** Questions and answers that stand on a page, for search engines. */
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
