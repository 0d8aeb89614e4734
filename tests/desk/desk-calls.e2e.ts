import type { APIRequestContext, Page } from '@playwright/test';
import { fill } from '#src/platform/fill.ts';
import { bookCall, dayFromNow, tellHours } from '../harness/calls.ts';
import { content } from '../harness/content.ts';
import { nobody } from '../harness/studio.ts';
import { openLead, press, sendContact, signIn } from '../harness/leads.ts';
import { postOfPrintedLink } from '../harness/printed-link.ts';
import { sampleClientId } from '../harness/desk.ts';
import { mailsWith } from '../harness/mailbox.ts';
import { expect, test } from '../harness/studio-browsers.ts';

const { 'desk-calls': words, calls: visitorWords, desk, system } = content;

// One studio serves the whole file.
test.describe.configure({ mode: 'default' });
test.beforeEach(({ team }) => tellHours(team));

/** A call with a new person, on a day without other calls. */
async function bookedCall(team: APIRequestContext, email: string, at: { day: string; time: string }) {
  const name = `Iven ${email.slice(7, 15)}`;
  await sendContact(team, { name, email });
  const leads = (await (await team.get('/desk/leads.json')).json()) as { id: string; name: string }[];
  const path = await bookCall(team, `/desk/leads/${leads.find((one) => one.name === name)?.id}`, at);
  return { name, path };
}

/** Confirms a change. */
async function answer(page: Page, yes: string): Promise<void> {
  await expect(page.getByRole('link', { name: system.ask.no })).toBeFocused();
  await page.locator('[aria-labelledby=ask-first]').getByRole('button', { name: yes }).click();
}

/** Opens the form behind one of the buttons of a call's page. */
const unfold = (page: Page, label: string) =>
  page.locator('summary').getByText(label, { exact: true }).click();

const panelOf = (page: Page) => page.getByRole('region', { name: words.panel.title });

test(
  'books an offered time from the email, then moves, cancels and offers the call again',
  { tag: '@default' },
  async ({ createBrowserToken, team, freshEmail }) => {
    const page = await createBrowserToken();
    await signIn(page, team);
    const name = `Marit ${freshEmail.slice(7, 15)}`;
    await sendContact(team, { name, email: freshEmail });
    await openLead(page, freshEmail, name);
    await panelOf(page).getByRole('link', { name: words.panel.offer }).click();
    // On a day on which both hosts are free.
    const day = panelOf(page).locator('details').nth(2);
    await day.locator('summary').click();
    for (const box of await day.getByRole('checkbox').all())
      if ((await panelOf(page).getByRole('checkbox', { checked: true }).count()) < 3) await box.check();
    await press(page, words.panel.offerSubmit);
    await expect(panelOf(page).getByText(words.states.offered)).toHaveCount(3);
    await expect(
      page.getByRole('article').getByText(desk.inbox.states.answered, { exact: true }),
    ).toBeVisible();

    const link = /\/calls\/offers\/[\w-]{43}/;
    const offered = async () =>
      (await mailsWith(team, freshEmail)).flatMap((mail) => link.exec(mail) ?? [])[0] ?? '';
    await expect.poll(offered).toMatch(link);
    const visitor = await createBrowserToken();
    await visitor.goto(await offered());
    await press(visitor, visitorWords.offer.button);
    await expect(panelOf(page).getByText(words.states.booked)).toHaveCount(1);
    await expect(panelOf(page).getByText(words.states.offered)).toHaveCount(0);
    await expect(page.getByLabel(desk.lead.status.label, { exact: true })).toHaveValue('booked');

    await panelOf(page).getByRole('link', { name: /UTC/ }).click();
    await unfold(page, words.move.open);
    const free = page.getByLabel(words.move.slot);
    await free.selectOption({ index: 5 });
    const chosen = await free.locator('option:checked').textContent();
    await press(page, words.move.submit);
    // Nothing has changed yet, and nobody was emailed.
    await expect(page.getByText(fill(words.ask.email, { name }))).toBeVisible();
    await answer(page, words.move.submit);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(fill(words.call.title, { name }));
    const about = page.getByRole('region', { name: words.call.about });
    await expect(about).toContainText((chosen ?? '').split(', ').at(-1) ?? '');
    await unfold(page, words.cancel.open);
    await page.getByLabel(words.cancel.reason).fill('Our studio is flooded.');
    await press(page, words.cancel.submit);
    await answer(page, words.cancel.submit);
    await expect(about).toContainText('Our studio is flooded.');
    await expect(page.getByRole('button', { name: words.restore.submit })).toBeVisible();
    await about.getByRole('link', { name }).click();
    await expect(page.getByRole('article').getByText(desk.inbox.states.open, { exact: true })).toBeVisible();
    await expect(panelOf(page).getByRole('link', { name: words.panel.offer })).toBeVisible();
  },
);

test(
  'offers new times from the page of a call that was cancelled, and the client takes one in the portal',
  { tag: '@default' },
  async ({ createBrowserToken, team, studio, playwright }) => {
    const page = await createBrowserToken(team);
    await page.goto(`/desk/clients/${await sampleClientId(team)}?calls=book-call`);
    await press(page, words.panel.bookSubmit);
    await panelOf(page).getByRole('link', { name: /UTC/ }).first().click();
    await unfold(page, words.cancel.open);
    await page.getByLabel(words.cancel.reason).fill('Our studio is flooded.');
    await press(page, words.cancel.submit);
    await answer(page, words.cancel.submit);
    const about = page.getByRole('region', { name: words.call.about });
    await expect(about).toContainText('Our studio is flooded.');
    await unfold(page, words.again.offer);
    // One time on each of three days is suggested.
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(3);
    await press(page, words.again.submit);
    await expect(page.getByText(/with a link to choose one of these times/)).toBeVisible();
    await answer(page, words.again.submit);
    await expect(about.getByText(words.states.offered, { exact: true })).toHaveCount(3);

    const session = await playwright.request.newContext({ baseURL: studio.address, storageState: nobody });
    await session.post(postOfPrintedLink(studio.clientLink), { maxRedirects: 0 });
    const client = await createBrowserToken(session);
    await client.goto('/portal');
    const offered = client.getByRole('region', { name: words.portal.offered });
    const time = offered.getByRole('radio').nth(1);
    await time.check();
    const label = (await time.getAttribute('aria-label')) ?? '';
    await press(client, words.portal.take);
    await expect(client.getByRole('region', { name: words.portal.title })).toContainText(label);
    await expect(offered).toBeHidden();
    // The open page of the cancelled call shows the new one.
    await expect(about).toContainText(words.call.replacedBy);
    await expect(about.getByText(words.states.booked, { exact: true })).toBeVisible();
    await session.dispose();
  },
);

test('opens in the week of the next call, which is named first, and shows a day by host', async ({
  createBrowserToken,
  team,
  freshEmail,
}) => {
  const { name, path } = await bookedCall(team, freshEmail, { day: dayFromNow(1), time: '00:05' });
  const page = await createBrowserToken(team);
  await page.goto('/desk/calls');
  const next = page.locator('#next-call');
  await expect(next).toContainText(name);
  await expect(next.getByRole('link', { name: words.next.open })).toHaveAttribute('href', path);
  await expect(page.getByRole('table').getByRole('link', { name: new RegExp(name) })).toBeVisible();
  await page
    .locator('thead')
    .getByRole('link')
    .nth((new Date(dayFromNow(1)).getUTCDay() + 6) % 7)
    .click();
  await expect(page.getByRole('columnheader')).toHaveCount(3);
  const [host = ''] = await page.locator('thead a').allInnerTexts();
  await page.locator('thead a').first().click();
  await expect(page.getByRole('columnheader')).toHaveCount(2);
  await expect(page.locator('thead a')).toHaveText(host);
});

test('drags a call to another time of its week, asks for confirmation, and keeps it there', async ({
  createBrowserToken,
  team,
  freshEmail,
}) => {
  const day = dayFromNow(70);
  const { name, path } = await bookedCall(team, freshEmail, { day, time: '10:00' });
  const page = await createBrowserToken(team);
  await page.goto(`/desk/calls?day=${day}`);
  const call = page.getByRole('link', { name: new RegExp(name) });
  const target = page.locator(`td[data-day="${day}"][data-time="11:30"]`);
  // What drags is fetched once a pointer is there.
  await call.hover();
  await expect(page.locator('[data-can-drag]')).toBeVisible();
  await call.dragTo(target);
  await expect(page).toHaveURL(`${path}?do=move`);
  await expect(page.getByText(fill(words.ask.email, { name }))).toBeVisible();
  await answer(page, words.move.submit);
  await expect(page.getByRole('region', { name: words.call.about })).toContainText('11:30');
  await page.goto(`/desk/calls?day=${day}`);
  await expect(target.getByRole('link', { name: new RegExp(name) })).toBeVisible();
});

test('shows equally high rows in the week, and calls as long as they last', async ({
  createBrowserToken,
  team,
  freshEmail,
}) => {
  const day = dayFromNow(91);
  const { name } = await bookedCall(team, freshEmail, { day, time: '10:00' });
  const page = await createBrowserToken(team);
  await page.goto(`/desk/calls?day=${day}`);
  const rows = await page
    .locator('[data-week] tbody tr')
    .evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  expect(new Set(rows).size).toBe(1);
  const call = await page.getByRole('link', { name: new RegExp(name) }).boundingBox();
  expect(Math.round((call?.height ?? 0) + 1)).toBe(Math.round(rows[0] ?? 0));
  await expect(page.getByRole('rowheader', { name: '17:30' })).toBeVisible();
});

test('shows a phone the week as a list of its days', async ({ createBrowserToken, team, freshEmail }) => {
  const day = dayFromNow(80);
  const { name } = await bookedCall(team, freshEmail, { day, time: '11:00' });
  const page = await createBrowserToken(team);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/desk/calls?day=${day}`);
  await expect(page.getByRole('table')).toBeHidden();
  const line = page.getByRole('listitem').filter({ hasText: name });
  await expect(line).toContainText('11:00–11:30');
  await line.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(fill(words.call.title, { name }));
});
