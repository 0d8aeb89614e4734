import { randomUUID } from 'node:crypto';
import { fill } from '#src/platform/fill.ts';
import { content, entryWith } from '../harness/content.ts';
import { press, sendContact, signIn } from '../harness/leads.ts';
import { test } from '../harness/studio.ts';
import { expect } from '../harness/test.ts';

const { desk, sample } = content;
const { activity, inbox, lead: words } = desk;
const member = entryWith(sample.team, 'key', 'ada').name;

// One studio serves the whole file.
test.describe.configure({ mode: 'default' });

test("aligns the right edge of the inbox's header with the states of its leads", async ({ page, team }) => {
  await signIn(page, team);
  await page.goto('/desk/leads');
  const list = page.getByRole('region', { name: inbox.title });
  const endOf = (text: string) =>
    list
      .getByText(text, { exact: true })
      .filter({ visible: true })
      .first()
      .evaluate((node) => Math.round(node.getBoundingClientRect().right));
  expect(await endOf(inbox.order)).toBe(await endOf(inbox.states.due));
});

test(
  'filters the inbox by state, source and status, with correct counts',
  { tag: '@default' },
  async ({ page, team }) => {
    await signIn(page, team);
    await page.goto('/desk/leads');
    const filters = page.getByRole('navigation', { name: inbox.filters });
    const lines = page.getByRole('region', { name: inbox.title }).getByRole('listitem');
    const { everyLead, sources, states, statuses } = inbox;
    const { brief, message, 'discovery-call': call } = sources;
    for (const choice of [everyLead, states.due, call, brief, message, statuses.booked]) {
      await page.goto('/desk/leads');
      const link = filters.getByRole('link', { name: new RegExp(`^${choice} `) });
      const count = Number(/\d+$/.exec(await link.innerText())?.[0]);
      await link.click();
      await expect(filters.getByRole('link', { name: new RegExp(`^${choice} `) })).toHaveAttribute(
        'aria-current',
        'true',
      );
      await expect(lines).toHaveCount(count);
    }
    await page.goto('/desk/leads');
    const waits = await lines
      .filter({ hasText: inbox.waiting.split('{')[0] ?? '' })
      .locator('p.italic')
      .allInnerTexts();
    const minutes = waits.map((text) => {
      const [, hours, rest] = /(\d+) h (\d\d) m/.exec(text) ?? [];
      return Number(hours) * 60 + Number(rest);
    });
    expect(minutes.length).toBeGreaterThan(3);
    expect(minutes).toEqual(minutes.toSorted((a, b) => b - a));
  },
);

test('keeps the filtered inbox next to a lead opened from it, also after an action there', async ({
  page,
  team,
  freshEmail,
}) => {
  const word = randomUUID();
  await sendContact(team, { name: 'Kept beside', email: freshEmail, message: word });
  await signIn(page, team);
  await page.goto(`/desk/leads?state=new&q=${word}`);
  await page.getByRole('link', { name: 'Kept beside' }).click();
  await press(page, words.answer);
  await expect(page.getByRole('button', { name: words.answer })).toHaveCount(0);
  expect(new URL(page.url()).search).toBe(`?state=new&q=${word}`);
  await expect(page.getByRole('region', { name: inbox.title })).toContainText(inbox.nothing);
  await expect(
    page.getByText(new RegExp(`^${fill(words.answeredBy, { author: member, time: '.+' })}`)),
  ).toBeVisible();
});

test('keeps a lead new while its open page refreshes itself, until a person opens it', async ({
  page,
  team,
  freshEmail,
}) => {
  const word = randomUUID();
  await sendContact(team, { name: 'Not yet seen', email: freshEmail, message: word });
  await signIn(page, team);
  const inboxOfNew = `/desk/leads?state=new&q=${word}`;
  await page.goto(inboxOfNew);
  const line = page.getByRole('link', { name: 'Not yet seen' });
  const path = (await line.getAttribute('href')) ?? '';
  const open = async (headers: Record<string, string>) => {
    expect((await page.request.get(path, { headers })).status()).toBe(200);
    await page.goto(inboxOfNew);
  };
  await open({ 'x-refresh': 'live' });
  await expect(line).toHaveCount(1);
  await open({});
  await expect(line).toHaveCount(0);
});

test('releases or deletes a held submission once', async ({ page, team, freshEmail, faults }) => {
  faults.allow(/status of 404/);
  await sendContact(team, { name: 'Held one', email: freshEmail, _gotcha: 'x', message: 'first' });
  await sendContact(team, { name: 'Held one', email: freshEmail, _gotcha: 'x', message: 'second' });
  await signIn(page, team);
  await page.goto(`/desk/leads?state=held&q=${encodeURIComponent(freshEmail)}`);
  await page.getByRole('link', { name: 'Held one' }).click();
  const held = page.getByRole('article').getByRole('listitem').filter({ hasText: words.hidden['_gotcha'] });
  const stale = await held
    .filter({ hasText: 'first' })
    .locator('input[name=submission]')
    .first()
    .inputValue();
  await held.filter({ hasText: 'first' }).getByRole('button', { name: words.delete }).click();
  await expect(held).toHaveCount(1);
  await held.getByRole('button', { name: words.release }).click();
  await expect(page.getByRole('button', { name: words.release })).toHaveCount(0);
  await expect(page.getByRole('region', { name: words.activity })).toContainText(
    activity.kinds['submission-released'],
  );
  const again = await team.post(`${new URL(page.url()).pathname}?do=release`, {
    form: { submission: stale },
  });
  expect(again.status()).toBe(404);
});
