import { randomUUID } from 'node:crypto';
import { content } from '../harness/content.ts';
import { sendContact, signIn } from '../harness/leads.ts';
import { test } from '../harness/studio.ts';
import { expect } from '../harness/test.ts';

const { 'desk-search': words, shortcuts, desk } = content;

test(
  'finds a lead from any page of the desk by keyboard, with what was found marked',
  { tag: '@default' },
  async ({ page, team, freshEmail }) => {
    const mark = randomUUID().slice(0, 8);
    await sendContact(team, {
      name: `Søren Múller ${mark}`,
      email: freshEmail,
      message: 'The chorus is loud',
    });
    await signIn(page, team);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/desk/team');
    await page.keyboard.press('/');
    const box = page
      .getByRole('banner')
      .getByRole('combobox', { name: words.label })
      .or(page.getByRole('banner').getByRole('searchbox', { name: words.label }));
    await expect(box).toBeFocused();
    await box.pressSequentially(`muller ${mark}`);
    const options = page.getByRole('listbox', { name: words.title }).getByRole('option');
    await expect(options).toHaveCount(3);
    await expect(box).toHaveAttribute('aria-expanded', 'true');
    await expect(options.first().locator('mark')).toHaveText(['Múller', mark, mark].slice(0, 2));
    await page.keyboard.press('ArrowDown');
    await expect(options.first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Escape');
    await expect(options.first()).toBeHidden();
    await expect(box).toHaveValue(`muller ${mark}`);
    await page.keyboard.press('ArrowDown');
    await expect(options.first()).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Søren Múller ${mark}`);

    // Without a chosen option, Enter opens the page of everything that is found.
    await page.keyboard.press('/');
    await box.pressSequentially(`${mark} chorus`);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/desk/search?q=${mark}+chorus`);
    await expect(page.getByRole('region', { name: words.kinds.form }).getByRole('listitem')).toHaveCount(1);
    await page.getByRole('searchbox', { name: words.label }).fill(`nothing like ${mark}`);
    await expect(page.getByText(words.none.replace('{query}', `nothing like ${mark}`))).toBeVisible();
  },
);

test('opens sections, rows and the list of shortcuts by single keys, which can be turned off', async ({
  page,
  team,
}) => {
  await signIn(page, team);
  await page.goto('/desk');
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await page.waitForURL('/desk/projects');
  await page.keyboard.press('n');
  await expect(page).toHaveURL('/desk/projects/new');
  await page.locator('input[name=name]').press('g');
  await page.locator('input[name=name]').press('l');
  await expect(page.locator('input[name=name]')).toHaveValue('gl');
  await page.goto('/desk/clients');
  await page.keyboard.press('j');
  const first = page.getByRole('main').getByRole('row').nth(1).getByRole('link').first();
  await expect(first).toBeFocused();

  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: shortcuts.title });
  await expect(dialog.getByText(shortcuts.keys.new)).toBeVisible();
  await expect(dialog.getByText(shortcuts.groups.player)).toBeHidden();
  await dialog.getByRole('checkbox', { name: shortcuts.use }).uncheck();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('?');
  await expect(dialog).toBeHidden();
  await page.getByRole('link', { name: shortcuts.link }).click();
  await dialog.getByRole('checkbox', { name: shortcuts.use }).check();
  await dialog.getByRole('button', { name: shortcuts.close }).click();
  await page.keyboard.press('?');
  await expect(dialog).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('searches everything by the form in the header, and lists the shortcuts on a page', async ({
    page,
    team,
    freshEmail,
  }) => {
    const mark = randomUUID().slice(0, 8);
    await sendContact(team, { name: `Marés ${mark}`, email: freshEmail });
    await signIn(page, team);
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto('/desk/team');
    await page.getByRole('link', { name: words.label }).click();
    await page.getByRole('searchbox', { name: words.label }).fill(`mares ${mark}`);
    await page.getByRole('main').getByRole('button', { name: words.go }).click();
    const leads = page.getByRole('region', { name: words.kinds.lead });
    await expect(leads.locator('mark')).toHaveText(['Marés', mark]);
    await leads.getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Marés ${mark}`);
    await page.getByRole('link', { name: shortcuts.link }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(shortcuts.title);
    await expect(page.getByText(desk.header.leads, { exact: true }).last()).toBeVisible();
  });
});
