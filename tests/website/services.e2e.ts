import { content, entryWith } from '../harness/content.ts';
import { expect, test } from '../harness/test.ts';

const { faq, forms, production, services, system } = content;
const { closing, pages } = services;
const [before, middle, after] = production.stages as [Stage, Stage, Stage];
type Stage = (typeof production.stages)[number];
const cost = entryWith(faq.items, 'question', 'What does it cost?');

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('closes every service page with the brief and the discovery call', async ({ page }) => {
  for (const path of ['/production', ...Object.keys(pages).map((name) => `/${name}`)]) {
    await test.step(path, async () => {
      await page.goto(path);
      const main = page.getByRole('main');
      await expect(main.getByRole('link', { name: closing.brief })).toHaveAttribute('href', '/#brief');
      await main.getByRole('link', { name: closing.call }).last().click();
      await expect(page.getByRole('dialog', { name: forms['discovery-call'].title })).toBeVisible();
      await expect(page).toHaveURL(path);
    });
  }
});

test(
  "lists a lab's services, results and process, and answers questions",
  { tag: '@default' },
  async ({ page }) => {
    for (const name of ['research', 'brand-sync', 'consulting', 'musicraft'] as const) {
      await test.step(name, async () => {
        const { results, steps } = pages[name];
        const work = name === 'musicraft' ? pages.musicraft.services : pages[name].work;
        const questions = name === 'consulting' ? faq.items : pages[name].questions;
        await page.goto(`/${name}`);
        const main = page.getByRole('main');
        for (const text of [...work.map(({ title }) => title), ...results, ...steps.map((step) => step.text)])
          await expect(main.getByText(text, { exact: true })).toBeVisible();
        expect(questions.length).toBeGreaterThanOrEqual(2);
        for (const { question, answer } of questions) {
          await main.getByText(question, { exact: true }).click();
          await expect(main.getByText(answer)).toBeVisible();
        }
      });
    }
  },
);

test('opens the Production Lab on its second stage, with a separate list for each stage', async ({
  page,
}) => {
  await page.goto('/production');
  const tab = ({ tab: name }: Stage) => page.getByRole('tab', { name, exact: true });
  const panel = ({ tab: name }: Stage) => page.getByRole('tabpanel', { name, exact: true });
  await expect(tab(middle)).toHaveAttribute('aria-selected', 'true');
  await expect(panel(middle).getByRole('listitem')).toHaveCount(middle.services.length);
  await tab(after).click();
  await expect(panel(after).getByRole('listitem')).toHaveCount(after.services.length);
  await expect(panel(middle)).toBeHidden();
  await page.keyboard.press('Home');
  await expect(tab(before)).toBeFocused();
  await expect(panel(before).getByRole('heading', { name: before.title })).toBeVisible();
});

test("leads from a stage's button to the contact form with that stage selected", async ({ page }) => {
  for (const [path, { tab, button, id }] of [
    ...production.stages.map((stage) => ['/production', stage] as const),
    ['/post', { ...after, button: pages.post.button }] as const,
  ]) {
    await test.step(`${button} on ${path}`, async () => {
      await page.goto(path);
      if (path === '/production') await page.getByRole('tab', { name: tab, exact: true }).click();
      await page.getByRole('link', { name: button, exact: true }).click();
      await expect(page).toHaveURL(`/?service=${id}#contact`);
      const { label } = forms.contact.fields.service;
      await expect(page.locator('#contact').getByLabel(label)).toHaveValue(tab);
    });
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('shows all three stages', async ({ page }) => {
    await page.goto('/production');
    for (const { button } of production.stages)
      await expect(page.getByRole('link', { name: button, exact: true })).toBeVisible();
  });
});

test('opens an answer on the Consulting Lab’s page below its question and closes it again', async ({
  page,
}) => {
  await page.goto('/consulting');
  const answer = page.getByText(cost.answer);
  await expect(answer).toBeHidden();
  await page.getByText(cost.question).click();
  await expect(answer).toBeVisible();
  await page.getByText(cost.question).click();
  await expect(answer).toBeHidden();
});

test('opens external programmes in a new tab and announces that', async ({ page }) => {
  await page.goto('/edutech');
  for (const { link: label, href } of pages.edutech.programmes.items) {
    const link = page.getByRole('link', { name: `${label} ${system.newTab}` });
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('href', href);
  }
});

test('prints every stage and every answer', async ({ page }) => {
  await page.goto('/production');
  await page.emulateMedia({ media: 'print' });
  for (const { title } of production.stages)
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await page.goto('/consulting');
  await expect(page.getByText(cost.answer)).toBeVisible();
});
