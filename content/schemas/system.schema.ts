import { z } from 'zod';
import { template, text, waveLines } from './text.schema.ts';

/** Names of the key destinations; separate, because the overlay loads only these. */
const keyDestinationNames = z.strictObject({
  home: text,
  'research-lab': text,
  production: text,
  records: text,
  edutech: text,
  portal: text,
  contact: text,
});

/** Names of the site's other pages. */
const destinationNames = z.strictObject({
  about: text,
  services: text,
  'visibility-hub': text,
  blog: text,
  post: text,
  consulting: text,
  research: text,
  musicraft: text,
  brief: text,
  'brand-sync': text,
  'edutech-page': text,
  'discovery-call': text,
  'session-planner': text,
  verify: text,
  'sign-in': text,
  privacy: text,
  terms: text,
  accessibility: text,
  cymatics: text,
  rss: text,
});

const message = z.strictObject({ title: text, text, button: text });

/** The frame of every page, and the site's messages for missing, failed and stored items. */
export const systemSchema = z.strictObject({
  skipLink: text,
  fault: z.strictObject({ title: template('title'), summary: text }),
  ask: z.strictObject({ no: text }),
  refused: z.strictObject({
    foreign: text,
    closed: text,
    confirm: text,
    unknown: text,
    unreadable: text,
    tooMany: text,
    tooManyWrites: text,
    full: text,
    storeAway: text,
    failed: text,
  }),
  header: z.strictObject({
    homeLink: template('name'),
    overlay: text,
    hub: text,
    hubNote: text,
    menu: text,
    openMenu: text,
    closeMenu: text,
    siteNavigation: text,
    call: text,
    /** The label that replaces "Sign in" for a client and for a team member. */
    portal: text,
    desk: text,
  }),
  mobileBar: z.strictObject({ name: text, start: text, chat: text }),
  keyDestinations: keyDestinationNames,
  destinations: destinationNames,
  footer: z.strictObject({
    /** Accessible name of the footer's navigation. */
    name: text,
    lead: text,
    button: text,
    columns: z
      .array(
        z.strictObject({
          title: text,
          destinations: z
            .array(z.enum([...keyDestinationNames.keyof().options, ...destinationNames.keyof().options]))
            .min(1),
        }),
      )
      .min(1),
    legal: template('year', 'name'),
    signOff: text,
  }),
  notFound: message.extend({ description: text }),
  failed: message,
  restricted: message.extend({ kicker: text, call: text, signIn: text }),
  offline: text,
  noScript: text,
  visitorNote: text,
  article: z.strictObject({
    by: template('author'),
    sampleAuthor: text,
    minutes: template('minutes'),
    published: template('date'),
    contents: text,
    next: text,
    previous: text,
    all: text,
    feed: text,
    plannerTitle: text,
    plannerText: text,
    planner: text,
  }),
  feed: z.strictObject({ title: text, lines: waveLines, description: text }),
  contents: text,
  close: text,
  dismiss: text,
  newTab: text,
  loading: text,
  sample: text,
});
