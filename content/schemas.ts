import { invoiceFormSchema } from './schemas/invoice-form.schema.ts';
import { invoiceSettingsSchema } from './schemas/invoice-settings.schema.ts';
import type { z } from 'zod';
import { accountsSchema } from './schemas/accounts.schema.ts';
import { articleSchema } from './schemas/article.schema.ts';
import { assistantSchema } from './schemas/assistant.schema.ts';
import { callsSchema } from './schemas/calls.schema.ts';
import { callHoursSchema } from './schemas/call-hours.schema.ts';
import { callMailsSchema } from './schemas/call-mails.schema.ts';
import { changesSchema } from './schemas/changes.schema.ts';
import { compareSchema } from './schemas/compare.schema.ts';
import { conversationsSchema } from './schemas/conversations.schema.ts';
import { cymaticsPageSchema } from './schemas/cymatics-page.schema.ts';
import { cymaticsSchema } from './schemas/cymatics.schema.ts';
import { deskSchema } from './schemas/desk.schema.ts';
import { deliverySchema } from './schemas/delivery.schema.ts';
import { deskCallsSchema } from './schemas/desk-calls.schema.ts';
import { deskClientsSchema } from './schemas/desk-clients.schema.ts';
import { deskContactsSchema } from './schemas/desk-contacts.schema.ts';
import { deskMessagesSchema } from './schemas/desk-messages.schema.ts';
import { deskProjectsSchema } from './schemas/desk-projects.schema.ts';
import { deskSearchSchema } from './schemas/desk-search.schema.ts';
import { faqSchema } from './schemas/faq.schema.ts';
import { formsSchema } from './schemas/forms.schema.ts';
import { fileListsSchema } from './schemas/file-lists.schema.ts';
import { handoverSchema } from './schemas/handover.schema.ts';
import { homeSchema } from './schemas/home.schema.ts';
import { installationSchema } from './schemas/installation.schema.ts';
import { labsSchema } from './schemas/labs.schema.ts';
import { listeningSchema } from './schemas/listening.schema.ts';
import { mailsSchema } from './schemas/mails.schema.ts';
import { noticesSchema } from './schemas/notices.schema.ts';
import { pageSchema } from './schemas/page.schema.ts';
import { piecesSchema } from './schemas/pieces.schema.ts';
import { plannerSchema } from './schemas/planner.schema.ts';
import { portalSchema } from './schemas/portal.schema.ts';
import { productionSchema } from './schemas/production.schema.ts';
import { projectSchema } from './schemas/project.schema.ts';
import { receiptsSchema } from './schemas/receipts.schema.ts';
import { soundSchema } from './schemas/sound.schema.ts';
import { releasesSchema } from './schemas/releases.schema.ts';
import { sampleSchema } from './schemas/sample.schema.ts';
import { servicesSchema } from './schemas/services.schema.ts';
import { shortcutsSchema } from './schemas/shortcuts.schema.ts';
import { siteSchema } from './schemas/site.schema.ts';
import { systemSchema } from './schemas/system.schema.ts';
import { teamEmailsSchema } from './schemas/team-emails.schema.ts';
import { testimonialsSchema } from './schemas/testimonials.schema.ts';
import { todaySchema } from './schemas/today.schema.ts';

/** The schema of each `content/<name>.yaml`. A file without a schema here cannot be imported. */
export const schemas = {
  accounts: accountsSchema,
  assistant: assistantSchema,
  calls: callsSchema,
  'call-hours': callHoursSchema,
  'call-mails': callMailsSchema,
  changes: changesSchema,
  compare: compareSchema,
  conversations: conversationsSchema,
  cymatics: cymaticsSchema,
  'cymatics-page': cymaticsPageSchema,
  desk: deskSchema,
  delivery: deliverySchema,
  'file-lists': fileListsSchema,
  handover: handoverSchema,
  'desk-calls': deskCallsSchema,
  'desk-clients': deskClientsSchema,
  'desk-contacts': deskContactsSchema,
  'desk-messages': deskMessagesSchema,
  'desk-projects': deskProjectsSchema,
  'desk-search': deskSearchSchema,
  faq: faqSchema,
  forms: formsSchema,
  home: homeSchema,
  labs: labsSchema,
  listening: listeningSchema,
  mails: mailsSchema,
  installation: installationSchema,
  notices: noticesSchema,
  pieces: piecesSchema,
  planner: plannerSchema,
  portal: portalSchema,
  production: productionSchema,
  project: projectSchema,
  sound: soundSchema,
  receipts: receiptsSchema,
  releases: releasesSchema,
  sample: sampleSchema,
  services: servicesSchema,
  shortcuts: shortcutsSchema,
  site: siteSchema,
  system: systemSchema,
  'team-emails': teamEmailsSchema,
  testimonials: testimonialsSchema,
  'invoice-form': invoiceFormSchema,
  'invoice-settings': invoiceSettingsSchema,
  today: todaySchema,
} as const;

/** The schema of the heads of `content/<folder>/*.mdx`. */
export const textSchemas = { articles: articleSchema, pages: pageSchema } as const;

export type ContentName = keyof typeof schemas;

/** What `import x from '#content/<name>.yaml'` gives. */
export type Content<Name extends ContentName> = z.output<(typeof schemas)[Name]>;
