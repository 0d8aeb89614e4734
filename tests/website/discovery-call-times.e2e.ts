import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectAccessibleEverywhere } from '../harness/accessibility.ts';
import { fill as fillText } from '#src/platform/fill.ts';
import { content } from '../harness/content.ts';
import { formOf, knownForm } from '../harness/forms.ts';
import { expectSameBox } from '../harness/on-screen.ts';
import { expect, test } from '../harness/test.ts';

const { calls: words } = content;
const { chooser, page: callWords } = words;
const call = knownForm('discovery-call');
const {
  email: emailField,
  name: nameField,
  project_details: detailsField,
  preferred_time: preferredField,
} = content.forms['discovery-call'].fields;
const { soon } = content.forms['discovery-call'];
const phone = { width: 390, height: 844 };

test.use({ timezoneId: 'Asia/Kathmandu' });

const timesIn = (form: Locator) => form.locator('details[open] input[name=slot]');
const fill = async (form: Locator, email: string) => {
  await form.getByLabel(nameField.label).fill('Tarn Okafor');
  await form.getByLabel(emailField.label).fill(email);
};
const titleOf = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });

test(
  'books a time on a phone, moves it, cancels it and restores it',
  { tag: '@default' },
  async ({ page, faults, freshEmail }) => {
    faults.allow(/status of 422/);
    await page.setViewportSize(phone);
    const form = await call.open(page);
    // Before any interaction.
    await expect(form.getByText(fillText(chooser.zone, { zone: 'Kathmandu, UTC+5:45' }))).toBeVisible();
    await fill(form, freshEmail);
    await timesIn(form).last().check();
    const slot = await timesIn(form).last().inputValue();
    // Typed and selected values stay when other days are shown.
    await form.getByRole('button', { name: chooser.later }).click();
    await expect(form.getByRole('button', { name: chooser.earlier })).toBeVisible();
    await expect(form.locator('input[name=slot]:checked')).toHaveValue(slot);
    await expect(form.getByLabel(emailField.label)).toHaveValue(freshEmail);
    await expectAccessible(page);
    await form.getByRole('button', { name: call.button }).click();
    await page.waitForURL('/calls/*');
    const address = page.url();
    await expect(titleOf(page)).toHaveText(callWords.titles.booked);
    await expect(page.getByRole('main')).toContainText('(Kathmandu, UTC+5:45)');
    await expect(page.getByRole('main')).toContainText('(UTC)');
    await expectAccessibleEverywhere(page);

    await page.getByRole('link', { name: callWords.move }).click();
    await page.getByRole('button', { name: chooser.later }).click();
    await timesIn(page.getByRole('main')).first().check();
    await expectAccessibleEverywhere(page);
    await page.getByRole('button', { name: callWords.moving.button }).click();
    await expect(page.getByText(callWords.done.moved)).toBeVisible();

    await page.getByText(callWords.cancel.title).first().click();
    await page.getByRole('button', { name: callWords.cancel.button }).click();
    const sure = page.getByLabel(callWords.cancel.sure);
    await expect(sure).toHaveAccessibleDescription(callWords.cancel.errors.sure);
    await expectAccessibleEverywhere(page);
    await sure.check();
    await page.getByLabel(callWords.cancel.reason).fill('Ill <b>today</b>');
    await page.getByRole('button', { name: callWords.cancel.button }).click();
    await expect(titleOf(page)).toHaveText(callWords.titles.cancelled);
    await expect(page.getByRole('main')).not.toContainText(callWords.whereLater);
    await expectAccessibleEverywhere(page);
    await page.getByRole('button', { name: callWords.restore.button }).click();
    await expect(titleOf(page)).toHaveText(callWords.titles.booked);
    expect(new URL(page.url()).pathname).toBe(new URL(address).pathname);
  },
);

/** The form in its dialog on a phone, filled in, without its times until they are let go. */
async function openWithoutTimes(page: Page, email: string) {
  let letGo = () => undefined as void;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/discovery-call/time-fields?*', async (route) => {
    await held;
    await route.continue();
  });
  await page.setViewportSize(phone);
  const form = await call.open(page);
  await fill(form, email);
  return { form, letGo };
}

test('does not move the typed fields when times arrive late', async ({ page, freshEmail }) => {
  const { form, letGo } = await openWithoutTimes(page, freshEmail);
  const details = form.getByLabel(detailsField.label);
  await details.fill('Ten minutes');
  const before = await details.boundingBox();
  letGo();
  await expect(form.getByRole('radio', { name: chooser.none })).toBeAttached();
  expectSameBox(await details.boundingBox(), before);
});

test('holds arriving times back while the button is pointed at, and accepts its press', async ({
  page,
  freshEmail,
}) => {
  const { form, letGo } = await openWithoutTimes(page, freshEmail);
  const button = form.getByRole('button', { name: call.button });
  await button.hover();
  const answer = page.waitForResponse('**/discovery-call/time-fields?*');
  letGo();
  await (await answer).finished();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  await page.mouse.down();
  await page.mouse.up();
  await expect(page.getByText(call.success).locator('visible=true')).toBeVisible();
});

test('keeps everything typed for the second of two visitors who pick one time, and shows new times', async ({
  page,
  browser,
  faults,
  freshEmail,
}) => {
  faults.allow(/status of 409/);
  const form = await call.open(page);
  await fill(form, freshEmail);
  await form.getByLabel(detailsField.label).fill('Ten minutes, locked.');
  // Days on which other tests take times are no longer shown.
  await form.getByRole('button', { name: chooser.later }).click();
  await form.getByRole('button', { name: chooser.earlier }).waitFor();
  const slot = await timesIn(form).nth(2).inputValue();
  await timesIn(form).nth(2).check();

  // Another person, until every host is taken.
  const others = await browser.newContext();
  for (let n = 0; n < 8; n++) {
    const answer = await others.request.post('/forms/discovery-call', {
      headers: { accept: 'application/json', 'X-Forwarded-For': `10.9.${n}.1` },
      form: { name: 'Other', email: `${n}-${freshEmail}`, slot, time_zone: 'Europe/Berlin' },
    });
    if (answer.status() === 409) break;
    expect(answer.status()).toBe(200);
  }
  await others.close();

  await form.getByRole('button', { name: call.button }).click();
  const error = form.locator('[data-times-error]');
  await expect(error).toHaveText(chooser.errors.taken);
  await expect(error).toBeFocused();
  await expect(form.locator(`input[value="${slot}"]`)).toHaveCount(0);
  await expect(form.getByLabel(detailsField.label)).toHaveValue('Ten minutes, locked.');
  await expectAccessible(page);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('changes zone and days with everything typed kept, and books the time', async ({
    page,
    freshEmail,
  }) => {
    await page.setViewportSize(phone);
    await page.goto('/discovery-call');
    const form = formOf(page, 'discovery-call');
    await fill(form, freshEmail);
    await form.getByLabel(detailsField.label).fill('Ten minutes,\nlocked.');
    await form.getByLabel(chooser.zoneLabel).fill('new york');
    await form.getByRole('button', { name: chooser.show }).click();
    await expect(form.getByText(fillText(chooser.zone, { zone: 'New York, UTC-' }))).toBeVisible();
    await expect(form.getByLabel(chooser.zoneLabel)).toHaveValue('New York, United States');
    await timesIn(form).first().check();
    await form.getByRole('button', { name: chooser.later }).click();
    await expect(form.getByLabel(emailField.label)).toHaveValue(freshEmail);
    await expect(form.getByLabel(detailsField.label)).toHaveValue('Ten minutes,\nlocked.');
    await expect(form.locator('input[name=slot]:checked')).not.toHaveValue('');
    // Enter in a field submits the form, and does not show other days.
    await form.getByLabel(emailField.label).press('Enter');
    await page.waitForURL('/calls/*');
    await expect(page.getByRole('main')).toContainText('(New York, UTC-');
  });
});

test('shows free times first, below their zone, and the preference once none of them fits', async ({
  page,
}) => {
  await page.goto('/discovery-call');
  const form = formOf(page, 'discovery-call');
  const zone = form.getByLabel(chooser.zoneLabel);
  await expect(zone).toHaveValue('Kathmandu, Nepal');
  const preferred = form.getByLabel(preferredField.label);
  await expect(preferred).toBeHidden();
  const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? NaN;
  const tops = [
    await topOf(zone),
    await topOf(form.getByRole('group', { name: chooser.legend })),
    await topOf(timesIn(form).first()),
    await topOf(form.getByRole('radio', { name: chooser.none })),
    await topOf(form.getByLabel(nameField.label)),
  ];
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
  await form.getByRole('radio', { name: chooser.none }).check();
  await preferred.selectOption('evening');
  // A zone is found by its city; Enter shows its times and does not submit the form.
  await zone.fill('lisbon');
  await zone.press('Enter');
  await expect(form.getByText(fillText(chooser.zone, { zone: 'Lisbon, UTC+' }))).toBeVisible();
  await expect(zone).toHaveValue('Lisbon, Portugal');
  await expect(zone).toBeFocused();
  await expect(form.getByRole('radio', { name: chooser.none })).toBeChecked();
  await expect(preferred).toHaveValue('evening');
  await zone.fill('Atlantis');
  await zone.press('Tab');
  await expect(zone).toHaveAccessibleDescription(new RegExp(chooser.errors.time_zone.slice(0, 20)));
  await expect(zone).toHaveValue('Atlantis');
  await expectAccessibleEverywhere(page);
});

test('keeps the specified field visible below the times in the dialog', async ({ page }) => {
  const form = await call.open(page);
  await expect(form.getByRole('radio', { name: chooser.none })).toBeVisible();
  await expect(form.getByLabel(preferredField.label)).toBeVisible();
});

test('announces an early next time only if there is one', async ({ page, request }) => {
  const { days } = (await (await request.get('/discovery-call/times?zone=UTC')).json()) as {
    days: { slots: { start: string }[] }[];
  };
  const now = await page.request.get('/discovery-call').then((answer) => answer.headers()['date'] ?? '');
  const first = Date.parse(days[0]?.slots[0]?.start ?? '');
  const isSoon = first - Date.parse(now) <= 24 * 60 * 60 * 1000;
  const claim = page.getByText(soon).locator('visible=true');
  await page.goto('/discovery-call');
  await expect(claim).toHaveCount(isSoon ? 1 : 0);
  const form = await call.open(page);
  await expect(form.getByRole('radio', { name: chooser.none })).toBeVisible();
  await expect(claim).toHaveCount(isSoon ? 1 : 0);
});

test('finds no call at an invented URL, whatever is posted there', async ({ request }) => {
  for (const path of ['/calls/made-up', '/calls/made-up/move', '/calls/offers/made-up'])
    expect((await request.get(path)).status(), path).toBe(404);
  for (const path of ['/calls/made-up?do=cancel', '/calls/offers/made-up?do=take'])
    expect((await request.post(path, { form: { sure: 'yes' } })).status(), path).toBe(404);
});
