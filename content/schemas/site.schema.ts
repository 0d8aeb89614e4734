import { z } from 'zod';
import { httpsUrl, template, text } from './text.schema.ts';

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** The studio's identity: name, addresses, legal entity. A studio that adopts this software edits it first. */
export const siteSchema = z.strictObject({
  name: text,
  tagline: text,
  /** Meta description of the home page, and of the organisation in JSON-LD. */
  description: text,
  /** Title of the home page before the product name. */
  homeTitle: text,
  titlePattern: template('page', 'name'),
  language: z.string().regex(/^[a-z]{2}(-[A-Z]{2})?$/, 'must be a language tag such as en or en-GB'),
  locale: z.string().regex(/^[a-z]{2}_[A-Z]{2}$/, 'must be an Open Graph locale such as en_GB'),
  /** Time zone of days, hours and due dates in portal and desk. */
  timeZone: z.string().refine(isTimeZone, 'must be a time zone such as UTC or Europe/Berlin').default('UTC'),
  label: z.strictObject({ name: text }),
  academy: z.strictObject({ name: text }),
  contactEmail: z.email('must be an e-mail address'),
  /** Profiles on other sites; may be empty. */
  social: z.array(z.strictObject({ name: text, href: httpsUrl })),
  copyrightYear: z.int().min(2000).max(2200),
  legal: z.strictObject({
    entity: text,
    address: z.array(text).min(1),
    registration: text,
    governingLaw: text,
    /** Contact for questions about personal data. */
    privacyContact: text,
    /** The company that delivers the studio's email. */
    mailProvider: text,
    /** The company whose servers run this site. */
    hostingProvider: text,
    /** How long an enquiry is kept after the last message. */
    retention: text,
    /** Date of the legal pages, as displayed there. */
    updated: text,
  }),
});
