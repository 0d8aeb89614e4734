// One entry per file in content/, so that its import is typed. The plugin in src/platform/content makes the module.
declare module '#content/desk-search.yaml' {
  const content: import('#content/schemas.ts').Content<'desk-search'>;
  export default content;
}

declare module '#content/shortcuts.yaml' {
  const content: import('#content/schemas.ts').Content<'shortcuts'>;
  export default content;
}

declare module '#content/accounts.yaml' {
  const content: import('#content/schemas.ts').Content<'accounts'>;
  export default content;
}

declare module '#content/assistant.yaml' {
  const content: import('#content/schemas.ts').Content<'assistant'>;
  export default content;
}

declare module '#content/call-mails.yaml' {
  const content: import('#content/schemas.ts').Content<'call-mails'>;
  export default content;
}

declare module '#content/calls.yaml' {
  const content: import('#content/schemas.ts').Content<'calls'>;
  export default content;
}

declare module '#content/call-hours.yaml' {
  const content: import('#content/schemas.ts').Content<'call-hours'>;
  export default content;
}
declare module '#content/changes.yaml' {
  const content: import('#content/schemas.ts').Content<'changes'>;
  export default content;
}

declare module '#content/compare.yaml' {
  const content: import('#content/schemas.ts').Content<'compare'>;
  export default content;
}

declare module '#content/conversations.yaml' {
  /** Apart from the rest, for code that runs in the browser. */
  export const chat: import('#content/schemas.ts').Content<'conversations'>['chat'];
  const content: import('#content/schemas.ts').Content<'conversations'>;
  export default content;
}

declare module '#content/cymatics.yaml' {
  /** Apart from the rest, for a file that is saved. */
  export const figure: import('#content/schemas.ts').Content<'cymatics'>['figure'];
  const content: import('#content/schemas.ts').Content<'cymatics'>;
  export default content;
}

declare module '#content/cymatics-page.yaml' {
  const content: import('#content/schemas.ts').Content<'cymatics-page'>;
  export default content;
}

declare module '#content/desk.yaml' {
  const content: import('#content/schemas.ts').Content<'desk'>;
  export default content;
}

declare module '#content/delivery.yaml' {
  const content: import('#content/schemas.ts').Content<'delivery'>;
  export default content;
}
declare module '#content/desk-calls.yaml' {
  const content: import('#content/schemas.ts').Content<'desk-calls'>;
  export default content;
}

declare module '#content/desk-clients.yaml' {
  const content: import('#content/schemas.ts').Content<'desk-clients'>;
  export default content;
}

declare module '#content/desk-contacts.yaml' {
  const content: import('#content/schemas.ts').Content<'desk-contacts'>;
  export default content;
}

declare module '#content/desk-messages.yaml' {
  const content: import('#content/schemas.ts').Content<'desk-messages'>;
  export default content;
}

declare module '#content/desk-projects.yaml' {
  const content: import('#content/schemas.ts').Content<'desk-projects'>;
  export default content;
}

declare module '#content/faq.yaml' {
  const content: import('#content/schemas.ts').Content<'faq'>;
  export default content;
}

declare module '#content/file-lists.yaml' {
  const content: import('#content/schemas.ts').Content<'file-lists'>;
  export default content;
}

declare module '#content/forms.yaml' {
  const content: import('#content/schemas.ts').Content<'forms'>;
  export default content;
}

declare module '#content/handover.yaml' {
  const content: import('#content/schemas.ts').Content<'handover'>;
  export default content;
}

declare module '#content/home.yaml' {
  const content: import('#content/schemas.ts').Content<'home'>;
  export default content;
}

declare module '#content/installation.yaml' {
  const content: import('#content/schemas.ts').Content<'installation'>;
  export default content;
}

declare module '#content/labs.yaml' {
  const content: import('#content/schemas.ts').Content<'labs'>;
  export default content;
}

declare module '#content/listening.yaml' {
  const content: import('#content/schemas.ts').Content<'listening'>;
  export default content;
}

declare module '#content/mails.yaml' {
  const content: import('#content/schemas.ts').Content<'mails'>;
  export default content;
}

declare module '#content/notices.yaml' {
  /** Apart from the rest, for code that runs in the browser. */
  export const live: import('#content/schemas.ts').Content<'notices'>['live'];
  export const deskLive: import('#content/schemas.ts').Content<'notices'>['deskLive'];
  const content: import('#content/schemas.ts').Content<'notices'>;
  export default content;
}

declare module '#content/pieces.yaml' {
  const content: import('#content/schemas.ts').Content<'pieces'>;
  export default content;
}

declare module '#content/planner.yaml' {
  const content: import('#content/schemas.ts').Content<'planner'>;
  export default content;
}

declare module '#content/portal.yaml' {
  const content: import('#content/schemas.ts').Content<'portal'>;
  export default content;
}

declare module '#content/production.yaml' {
  const content: import('#content/schemas.ts').Content<'production'>;
  export default content;
}

declare module '#content/sound.yaml' {
  const content: import('#content/schemas.ts').Content<'sound'>;
  export default content;
}
declare module '#content/project.yaml' {
  const content: import('#content/schemas.ts').Content<'project'>;
  export default content;
}

declare module '#content/receipts.yaml' {
  const content: import('#content/schemas.ts').Content<'receipts'>;
  export default content;
}

declare module '#content/releases.yaml' {
  const content: import('#content/schemas.ts').Content<'releases'>;
  export default content;
}

declare module '#content/sample.yaml' {
  const content: import('#content/schemas.ts').Content<'sample'>;
  export default content;
}

declare module '#content/services.yaml' {
  const content: import('#content/schemas.ts').Content<'services'>;
  export default content;
}

declare module '#content/site.yaml' {
  /** Apart from the rest, for code that runs in the browser. */
  export const name: import('#content/schemas.ts').Content<'site'>['name'];
  export const locale: import('#content/schemas.ts').Content<'site'>['locale'];
  const content: import('#content/schemas.ts').Content<'site'>;
  export default content;
}

declare module '#content/system.yaml' {
  /** Apart from the rest, for code that runs in the browser. */
  export const keyDestinations: import('#content/schemas.ts').Content<'system'>['keyDestinations'];
  export const destinations: import('#content/schemas.ts').Content<'system'>['destinations'];
  const content: import('#content/schemas.ts').Content<'system'>;
  export default content;
}

declare module '#content/invoice-form.yaml' {
  const content: import('#content/schemas.ts').Content<'invoice-form'>;
  export default content;
}

declare module '#content/invoice-settings.yaml' {
  const content: import('#content/schemas.ts').Content<'invoice-settings'>;
  export default content;
}

declare module '#content/today.yaml' {
  const content: import('#content/schemas.ts').Content<'today'>;
  export default content;
}

declare module '#content/team-emails.yaml' {
  const content: import('#content/schemas.ts').Content<'team-emails'>;
  export default content;
}

declare module '#content/testimonials.yaml' {
  const content: import('#content/schemas.ts').Content<'testimonials'>;
  export default content;
}
