import type { Locator, Page } from '@playwright/test';
import { fill } from '#src/platform/fill.ts';
import { expectAccessible } from '../harness/accessibility.ts';
import { content } from '../harness/content.ts';
import { controlOf, everyForm, fillForm, formOf, knownForm } from '../harness/forms.ts';
import { expectSameBox } from '../harness/on-screen.ts';
import { expect, test } from '../harness/test.ts';

const { failures } = content.forms.shared;
const contact = knownForm('contact');
const brief = knownForm('brief');
const call = knownForm('discovery-call');
const { fields } = content.forms.contact;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Stops the page's clock once it is loaded, so that a test advances it. */
async function openAt(page: Page, path: string): Promise<void> {
  await page.clock.install();
  await page.goto(path);
}

const visitorStatus = (page: Page) =>
  page.evaluate(async () => ((await (await fetch('/api/visitor')).json()) as { status: string }).status);

async function expectKept(form: Locator, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [field, value] of Object.entries(values)) {
    await expect(controlOf(form, field)).toHaveValue(value);
  }
}

/** Holds this form's request back until the returned function is called. */
async function holdPosts(page: Page, name: string): Promise<{ posts: () => number; release: () => void }> {
  let posts = 0;
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(`**/forms/${name}`, async (route) => {
    posts += 1;
    await held;
    await route.continue();
  });
  return { posts: () => posts, release };
}

for (const { name, open, values, required, button, success, failure } of everyForm) {
  test(
    `${name}: shows errors next to their fields, and keeps everything typed until it is sent, once`,
    { tag: '@default' },
    async ({ page, freshEmail, faults }) => {
      faults.allow(/Failed to load resource/);
      const typed = { ...values, email: freshEmail };
      const ids: string[] = [];
      let isWell = false;
      const bothClicks = Promise.withResolvers<void>();
      await page.route(`**/forms/${name}`, async (route) => {
        ids.push(/name="submission_id"\r\n\r\n(\S+)/.exec(route.request().postData() ?? '')?.[1] ?? '');
        if (isWell) {
          await bothClicks.promise;
          await route.continue();
        } else if (ids.length === 1) await route.abort();
        else await route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' });
      });
      const form = await open(page);
      const submit = form.getByRole('button', { name: button });

      await test.step('errors stand beside their fields until one types, and the first has the focus', async () => {
        await submit.click();
        for (const [field, sentence] of Object.entries(required)) {
          await expect(controlOf(form, field)).toHaveAccessibleDescription(sentence);
          await expect(controlOf(form, field)).toHaveAttribute('aria-invalid', 'true');
          await expect(form.getByText(sentence)).toBeVisible();
        }
        await expect(controlOf(form, 'name')).toBeFocused();
        await expect(form.getByRole('alert')).toHaveText(content.forms.shared.errors.summary);
        await expect(page).toHaveTitle(/^Error: /);
        // states-accessible.e2e.ts and assistant.e2e.ts test the others in this state.
        if (name === 'discovery-call' || name === 'lead-capture') await expectAccessible(page);
        await controlOf(form, 'name').fill('R');
        await expect(form.getByText(required['name'] ?? '')).toBeHidden();
        await expect(controlOf(form, 'name')).not.toHaveAttribute('aria-invalid');
      });

      await test.step('half an address is refused before anything is sent', async () => {
        await fillForm(form, { ...values, email: 'runa@' });
        await submit.click();
        await expect(controlOf(form, 'email')).toBeFocused();
        await expect(controlOf(form, 'email')).toHaveAccessibleDescription(required['email'] ?? '');
        await expectKept(form, { ...values, email: 'runa@' });
        expect(ids).toEqual([]);
      });

      await test.step('unreachable or broken, the form keeps everything and says why', async () => {
        await controlOf(form, 'email').fill(freshEmail);
        for (const reason of [failures.unreachable, fill(failures.answered, { status: '502' })]) {
          await submit.click();
          await expect(form.getByRole('alert')).toHaveText(failure);
          await expect(form.getByRole('status').filter({ hasText: reason })).toBeVisible();
          await expect(form).toBeVisible();
          await expectKept(form, typed);
        }
      });

      await test.step('after a reload it can be sent, once, and is empty from then on', async () => {
        await page.reload();
        const again = await open(page);
        await expectKept(again, typed);
        // The error of the failed attempt disappears on sending, so the second click of the next one meets a smaller
        // form.
        await again.getByRole('button', { name: button }).click();
        await expect(again.getByRole('alert')).toHaveText(failure);
        isWell = true;
        await again.getByRole('button', { name: button }).dblclick();
        bothClicks.resolve();
        await expect(page.getByText(success).filter({ visible: true })).toBeVisible();
        await expect(again.getByRole('alert')).toBeHidden();
        await expect(page).not.toHaveTitle(/^Error: /);
        await expect(controlOf(again, 'email')).toHaveValue('');
        expect(ids).toHaveLength(4);
        expect(ids[0]).toMatch(/^[\da-f-]{36}$/);
        expect(new Set(ids).size, 'one submission, however often it was tried').toBe(1);
        await page.reload();
        await expectKept(await open(page), { name: '', email: '' });
      });
    },
  );
}

test(
  "shows the contact form's receipt for 5 s, empties the form and makes the visitor a lead",
  { tag: '@default' },
  async ({ page, freshEmail }) => {
    await openAt(page, '/');
    const form = formOf(page, 'contact');
    expect(await visitorStatus(page)).toBe('guest');
    await fillForm(form, { ...contact.values, email: freshEmail });
    await form.getByLabel(fields.service.label).selectOption('Records');
    await page.clock.pauseAt(Date.now() + 60_000);
    await form.getByRole('button', { name: contact.button }).click();
    const toast = page.locator('#toasts').getByText(contact.success);
    await expect(toast).toBeVisible();
    for (const { label } of Object.values(fields)) await expect(form.getByLabel(label)).toHaveValue('');
    await page.clock.runFor(4999);
    await expect(toast).toBeVisible();
    await page.clock.runFor(1);
    await expect(toast).toBeHidden();
    expect(await visitorStatus(page)).toBe('lead');
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('antinode:lead-status')))
      .toContain('"status":"lead"');
  },
);

test('notifies an offline visitor, and can send the form at once when the network is back', async ({
  page,
  context,
  freshEmail,
  faults,
}) => {
  faults.allow(/Failed to load resource|net::ERR/);
  await page.goto('/');
  const form = formOf(page, 'contact');
  await fillForm(form, { ...contact.values, email: freshEmail });
  // Its script has loaded; otherwise the browser submits the form and reports the error itself.
  await expect(form).toHaveAttribute('data-state', 'idle');
  await context.setOffline(true);
  await form.getByRole('button', { name: contact.button }).click();
  await expect(form.getByRole('alert')).toHaveText(contact.failure);
  await expect(form.getByText(failures.offline)).toBeVisible();
  await context.setOffline(false);
  await form.getByRole('button', { name: contact.button }).click();
  await expect(page.locator('#toasts').getByText(contact.success)).toBeVisible();
  await expect(form.getByRole('alert')).toBeHidden();
});

test("sends a form once however often its button is pressed, keeps the busy button's size, and keeps text typed meanwhile", async ({
  page,
  freshEmail,
}) => {
  const { posts, release } = await holdPosts(page, 'contact');
  await page.goto('/?service=pre-production#contact');
  const form = formOf(page, 'contact');
  await expect(form.getByLabel(fields.service.label), 'the service that the address names').toHaveValue(
    'Pre-Production',
  );
  await fillForm(form, { ...contact.values, email: freshEmail });
  const button = form.locator('button[type=submit]');
  await button.scrollIntoViewIfNeeded();
  const before = await button.boundingBox();
  await button.dblclick();
  await expect(button).toHaveText(content.forms.contact.sending);
  expectSameBox(await button.boundingBox(), before);
  await form.getByLabel(fields.name.label).press('Enter');
  await controlOf(form, 'message').fill('And another thing.');
  release();
  await expect(page.locator('#toasts').getByText(contact.success)).toBeVisible();
  expect(posts()).toBe(1);
  await expect(button).toHaveText(contact.button);
  await expect(controlOf(form, 'message')).toHaveValue('And another thing.');
});

test("shows the brief's receipt for 4 s and empties the form 1 s after the response", async ({
  page,
  freshEmail,
}) => {
  await openAt(page, '/');
  const form = formOf(page, 'brief');
  await fillForm(form, { name: 'Runa', email: freshEmail, project_type: 'Sonic Branding' });
  await page.clock.pauseAt(Date.now() + 60_000);
  await form.getByRole('button', { name: brief.button }).click();
  const toast = page.locator('#toasts').getByText(brief.success);
  await expect(toast).toBeVisible();
  await page.clock.runFor(999);
  await expect(controlOf(form, 'email')).toHaveValue(freshEmail);
  await page.clock.runFor(1);
  await expect(controlOf(form, 'email')).toHaveValue('');
  await page.clock.runFor(2999);
  await expect(toast).toBeVisible();
  await page.clock.runFor(1);
  await expect(toast).toBeHidden();
  await expect(form.getByText(content.forms.shared.receipt), 'what stays where the form is').toBeVisible();
});

test('confirms the discovery call, closes after 1 s and keeps the confirmation', async ({
  page,
  freshEmail,
}) => {
  await openAt(page, '/?call=1');
  const dialog = page.getByRole('dialog', { name: content.forms['discovery-call'].title });
  await fillForm(dialog, { name: 'Runa', email: freshEmail, preferred_time: 'afternoon' });
  await page.clock.pauseAt(Date.now() + 60_000);
  await dialog.getByRole('button', { name: call.button }).click();
  await expect(dialog.getByText(call.success)).toBeVisible();
  await page.clock.runFor(999);
  await expect(dialog).toBeVisible();
  await page.clock.runFor(1);
  await expect(dialog).toBeHidden();
  await expect(page.getByText(call.success).locator('visible=true')).toBeVisible();
  await page.locator('#discovery-call').evaluate((closed: HTMLDialogElement) => closed.showModal());
  await expect(dialog.getByText(content.forms.shared.receipt), 'what stays where the form is').toBeVisible();
  expect(await visitorStatus(page)).toBe('booked');
  await page.goto('/?call=1');
  await expect(controlOf(dialog, 'email')).toHaveValue('');
});
