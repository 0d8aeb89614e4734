import { expect, test } from './harness/test.ts';

const servicePages = [
  '/production',
  '/post',
  '/brand-sync',
  '/consulting',
  '/research',
  '/edutech',
  '/musicraft',
];

for (const path of servicePages) {
  test(`${path} closes with the brief and the discovery call`, async ({ page }) => {
    await page.goto(path);
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: 'Send a 60-second brief' })).toHaveAttribute(
      'href',
      '/#brief',
    );
    await main.getByRole('link', { name: 'Book a discovery call' }).last().click();
    await expect(page.getByRole('dialog', { name: 'Discovery Call' })).toBeVisible();
    await expect(page).toHaveURL(path);
  });
}

test('the Production Lab opens on its second stage, and each stage shows its own list', async ({ page }) => {
  await page.goto('/production');
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  const panel = (name: string) => page.getByRole('tabpanel', { name, exact: true });
  await expect(tab('Production')).toHaveAttribute('aria-selected', 'true');
  await expect(panel('Production').getByRole('listitem')).toHaveCount(6);
  await tab('Post-Production').click();
  await expect(panel('Post-Production').getByRole('listitem')).toHaveCount(5);
  await expect(panel('Production')).toBeHidden();
  await page.keyboard.press('Home');
  await expect(tab('Pre-Production')).toBeFocused();
  await expect(
    panel('Pre-Production').getByRole('heading', { name: 'Decide while changes are cheap' }),
  ).toBeVisible();
});

for (const [tab, path] of [
  ['Pre-Production', '/production'],
  ['Production', '/production'],
  ['Post-Production', '/production'],
  ['Post-Production', '/post'],
] as const) {
  test(`on ${path}, Start Your ${tab} Project leads to the contact form with ${tab} chosen`, async ({
    page,
  }) => {
    await page.goto(path);
    if (path === '/production') await page.getByRole('tab', { name: tab, exact: true }).click();
    await page.getByRole('link', { name: `Start Your ${tab} Project`, exact: true }).click();
    await expect(page).toHaveURL(`/?service=${tab.toLowerCase()}#contact`);
    await expect(page.locator('#contact').getByLabel('Service')).toHaveValue(tab);
  });
}

test('without JavaScript all three stages can be read', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const page = await context.newPage();
  await page.goto('/production');
  for (const stage of ['Pre-Production', 'Production', 'Post-Production'])
    await expect(page.getByRole('link', { name: `Start Your ${stage} Project`, exact: true })).toBeVisible();
  await context.close();
});

test('an answer on the Consulting Lab’s page opens under its question and closes again', async ({ page }) => {
  await page.goto('/consulting');
  const answer = page.getByText('Each project is quoted line by line');
  await expect(answer).toBeHidden();
  await page.getByText('What does it cost?').click();
  await expect(answer).toBeVisible();
  await page.getByText('What does it cost?').click();
  await expect(answer).toBeHidden();
});

test('external programmes open in a new tab and say so', async ({ page }) => {
  await page.goto('/edutech');
  const link = page.getByRole('link', { name: 'Open Overtone (opens in a new tab)' });
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('href', 'https://overtone.example/');
});

test('on paper every stage and every answer is there', async ({ page }) => {
  await page.goto('/production');
  await page.emulateMedia({ media: 'print' });
  for (const title of [
    'Decide while changes are cheap',
    'Record it once, record it well',
    'Finish it so it survives the real world',
  ])
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await page.goto('/consulting');
  await expect(page.getByText('Each project is quoted line by line')).toBeVisible();
});
