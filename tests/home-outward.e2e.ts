import { expect, test } from './harness/test.ts';

const products = [
  { name: 'Open Overtone (opens in a new tab)', href: 'https://overtone.example/' },
  { name: 'See the Plate Kit (opens in a new tab)', href: 'https://platekit.example/' },
];

for (const { name, href } of products) {
  test(`"${name}" leaves the site in a tab of its own`, async ({ page }) => {
    await page.goto('/');
    const link = page.locator('#edutech').getByRole('link', { name });
    await expect(link).toHaveAttribute('href', href);
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', /noopener/);
  });
}

test('the whole card of an education product is its link', async ({ page }) => {
  await page.goto('/');
  const card = page.getByRole('article').filter({ hasText: 'Plate Kit' });
  await card.scrollIntoViewIfNeeded();
  const target = await card.evaluate((node) => {
    const { left, top, width } = node.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + 20)?.closest('a')?.href;
  });
  expect(target).toBe('https://platekit.example/');
});

test('the label shows its catalogue and says that it is a sample', async ({ page }) => {
  await page.goto('/');
  const records = page.locator('#records');
  await expect(records.getByRole('heading', { level: 3 })).toHaveText([
    'Salt Line',
    'Night Ferry Logbook',
    'Rooms Without Owners',
    'Second Partial',
  ]);
  await expect(records.getByText('Sample catalogue. Artists and titles are invented.')).toBeVisible();
});

test('"Send us a demo" opens the contact form with the label chosen', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Send us a demo' }).click();
  await expect(page).toHaveURL(/\?service=records#contact$/);
  await expect(page.locator('#contact').getByLabel('Service')).toHaveValue('Records');
});

test('the contact section offers a discovery call that works as a plain link', async ({ page }) => {
  await page.goto('/');
  const call = page.locator('#contact').getByRole('link', { name: 'Book a discovery call' });
  await expect(call).toHaveAttribute('href', '/discovery-call');
  await expect(page.locator('#contact form[data-form=contact]')).toBeAttached();
});
