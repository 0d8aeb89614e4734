import type { Locator, Page } from '@playwright/test';
import { content } from './content.ts';

const { assistant, forms, services, system } = content;

/** Returns the visible form of this name: on the page, or in its dialog. */
export const formOf = (page: Page, name: string): Locator =>
  page.locator(`main form[data-form="${name}"], dialog form[data-form="${name}"]`).first();

interface FormPlace {
  /** Opens the form as a visitor does, and returns it. */
  readonly open: (page: Page) => Promise<Locator>;
  /** The page that shows it without scripts. */
  readonly pagePath: string;
  /** Test values by field; the email address is added. */
  readonly values: Readonly<Record<string, string>>;
}

export interface KnownForm extends FormPlace {
  readonly name: string;
  /** The error next to each required field that was left empty. */
  readonly required: Readonly<Record<string, string>>;
  readonly button: string;
  readonly success: string;
  readonly failure: string;
}

const person = { name: 'Runa Vestergård <b>&amp;</b> "R" 🎧' };
const words = 'Ten minutes, locked.\n\n  Two lines of dialogue; 日本語, עברית.\n';

/** The five ways to open them. */
const places = {
  contact: {
    open: async (page) => {
      await page.goto('/#contact');
      return page.locator('main form[data-form=contact]');
    },
    pagePath: '/',
    values: { ...person, company: 'Fjord & Sons', service: 'Post-Production', message: words },
  },
  brief: {
    open: async (page) => {
      await page.goto('/#brief');
      return page.locator('main form[data-form=brief]');
    },
    pagePath: '/',
    values: { ...person, project_type: 'Podcast/Audio Content', timeline: 'ASAP (Rush)' },
  },
  'discovery-call': {
    open: async (page) => {
      await page.goto('/consulting');
      await page.getByRole('main').getByRole('link', { name: services.closing.call }).click();
      return page.locator('#discovery-call form');
    },
    pagePath: '/discovery-call',
    values: { ...person, phone: '+47 (0)2 12-34', preferred_time: 'evening', project_details: words },
  },
  'lead-capture': {
    open: async (page) => {
      await page.goto('/post');
      const { 'session-planner': name } = system.destinations;
      await page.getByRole('contentinfo').getByRole('link', { name }).click();
      return page.locator('#session-planner form');
    },
    pagePath: '/session-planner',
    values: { ...person, project: "A children's audio play" },
  },
  message: {
    open: async (page) => {
      await page.goto('/research');
      await page.getByRole('button', { name: assistant.bubble.open }).click();
      const panel = page.getByRole('dialog', { name: assistant.panel });
      await panel.getByRole('button', { name: assistant.message.open }).click();
      return panel.locator('form[data-form=message]');
    },
    pagePath: '/forms/message',
    values: { ...person, message: words },
  },
} satisfies Record<string, FormPlace>;

type FormName = keyof typeof places;

/** Returns the form of this name. */
export function knownForm(name: FormName): KnownForm {
  const { fields, submit, success, failure } = forms[name];
  const required = Object.entries(fields).flatMap(([field, { optional, error }]) =>
    optional || error === null ? [] : [[field, error] as const],
  );
  return { name, ...places[name], required: Object.fromEntries(required), button: submit, success, failure };
}

export const everyForm: readonly KnownForm[] = (Object.keys(places) as FormName[]).map(knownForm);

export const controlOf = (form: Locator, field: string): Locator => form.locator(`[name="${field}"]`);

/** Fills in every field for visitors. */
export async function fillForm(form: Locator, values: Readonly<Record<string, string>>): Promise<void> {
  const choices = await form
    .locator('select')
    .evaluateAll((all) => all.map((each) => each.getAttribute('name')));
  for (const [field, value] of Object.entries(values)) {
    const control = controlOf(form, field);
    // Asked if none of the free times fits.
    const none = form.locator('[name=slot][value=""]');
    if (field === 'preferred_time' && (await none.count()) > 0) await none.check();
    if (choices.includes(field)) await control.selectOption(value);
    else await control.fill(value);
  }
}
