import type { Locator, Page } from '@playwright/test';

/** The form of this name that a visitor sees: on the page, or in the dialog that holds it. */
export const formOf = (page: Page, name: string): Locator =>
  page.locator(`main form[data-form="${name}"], dialog form[data-form="${name}"]`).first();

export interface KnownForm {
  readonly name: string;
  /** Brings the form up as a visitor does, and returns it. */
  readonly open: (page: Page) => Promise<Locator>;
  /** The page that shows it when no script runs. */
  readonly pagePath: string;
  /** What the tests type, by field; the e-mail address is added. */
  readonly values: Readonly<Record<string, string>>;
  readonly required: Readonly<Record<string, string>>;
  readonly button: string;
  readonly success: string;
  readonly failure: string;
}

const person = { name: 'Runa Vestergård <b>&amp;</b> "R" 🎧' };
const askPerson = { name: 'Please tell us your name.', email: 'Please enter a full email address.' };
const kept = 'Everything you typed is still here. Please try again.';
const words = 'Ten minutes, locked.\n\n  Two lines of dialogue; 日本語, עברית.\n';

/** The five ways in. */
export const everyForm: readonly KnownForm[] = [
  {
    name: 'contact',
    open: async (page) => {
      await page.goto('/#contact');
      return page.locator('main form[data-form=contact]');
    },
    pagePath: '/',
    values: { ...person, company: 'Fjord & Sons', service: 'Post-Production', message: words },
    required: { ...askPerson, message: 'A sentence or two is enough.' },
    button: 'Send message',
    success: 'Message Received! Our team will get back to you within 24 hours.',
    failure: 'There was an error submitting the form. Please try again.',
  },
  {
    name: 'brief',
    open: async (page) => {
      await page.goto('/#brief');
      return page.locator('main form[data-form=brief]');
    },
    pagePath: '/',
    values: { ...person, project_type: 'Podcast/Audio Content', timeline: 'ASAP (Rush)' },
    required: askPerson,
    button: 'Send the brief',
    success: "Brief received! We'll be in touch soon.",
    failure: `The brief was not sent. ${kept}`,
  },
  {
    name: 'discovery-call',
    open: async (page) => {
      await page.goto('/consulting');
      await page.getByRole('main').getByRole('link', { name: 'Book a discovery call' }).click();
      return page.locator('#discovery-call form');
    },
    pagePath: '/discovery-call',
    values: { ...person, phone: '+47 (0)2 12-34', preferred_time: 'evening', project_details: words },
    required: askPerson,
    button: 'Book Discovery Call',
    success: 'Request received. We will write within 24 hours with a time.',
    failure: `The request was not sent. ${kept}`,
  },
  {
    name: 'lead-capture',
    open: async (page) => {
      await page.goto('/post');
      await page.getByRole('contentinfo').getByRole('link', { name: 'Session planner' }).click();
      return page.locator('#session-planner form');
    },
    pagePath: '/session-planner',
    values: { ...person, project: "A children's audio play" },
    required: askPerson,
    button: 'Send me the planner',
    success: 'On its way. Look for a mail from Antinode.',
    failure: `The planner was not sent. ${kept}`,
  },
  {
    name: 'message',
    open: async (page) => {
      await page.goto('/research');
      await page.getByRole('button', { name: 'Open chat' }).click();
      const panel = page.getByRole('dialog', { name: /assistant/ });
      await panel.getByRole('button', { name: 'Write to a person' }).click();
      return panel.locator('form[data-form=message]');
    },
    pagePath: '/forms/message',
    values: { ...person, message: words },
    required: { ...askPerson, message: 'A sentence or two is enough.' },
    button: 'Leave a message for the team',
    success: 'Message stored. A person answers within 24 hours.',
    failure: `The message was not sent. ${kept}`,
  },
];

export const controlOf = (form: Locator, field: string): Locator => form.locator(`[name="${field}"]`);

/** Types everything a visitor may fill in. */
export async function fillForm(form: Locator, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [field, value] of Object.entries(values)) {
    const control = controlOf(form, field);
    if ((await control.evaluate((element) => element.tagName)) === 'SELECT')
      await control.selectOption(value);
    else await control.fill(value);
  }
}

/** The form of this name, as the tests know it. */
export function knownForm(name: string): KnownForm {
  const form = everyForm.find((each) => each.name === name);
  if (!form) throw new Error(`no form ${name}`);
  return form;
}
