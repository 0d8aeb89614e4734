import { content } from '../harness/content.ts';
import { expect, test } from '../harness/test.ts';

const { forms, home, releases, system } = content;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('opens the education products in new tabs by their whole cards', async ({ page }) => {
  await page.goto('/');
  for (const { name: product, link: label, href } of home.edutech.products) {
    await test.step(product, async () => {
      const link = page.locator('#edutech').getByRole('link', { name: `${label} ${system.newTab}` });
      await expect(link).toHaveAttribute('href', href);
      await expect(link).toHaveAttribute('target', '_blank');
      await expect(link).toHaveAttribute('rel', /noopener/);
      const card = page.getByRole('article').filter({ hasText: product });
      const target = async () => {
        // Content that is laid out only when it comes near can move it out of view again.
        await card.scrollIntoViewIfNeeded();
        return card.evaluate((node) => {
          const { left, top, width } = node.getBoundingClientRect();
          return document.elementFromPoint(left + width / 2, top + 20)?.closest('a')?.href;
        });
      };
      await expect.poll(target).toBe(href);
    });
  }
});

test("shows the label's catalogue as a sample with a link to the contact form, and offers a call by a plain link", async ({
  page,
}) => {
  await page.goto('/');
  const records = page.locator('#records');
  await expect(records.getByRole('heading', { level: 3 })).toHaveText(
    releases.items.map(({ title }) => title),
  );
  await expect(records.getByText(releases.notice)).toBeVisible();
  const call = page.locator('#contact').getByRole('link', { name: home.contact.button });
  await expect(call).toHaveAttribute('href', '/discovery-call');
  await expect(page.locator('#contact form[data-form=contact]')).toBeAttached();
  await page.getByRole('link', { name: home.records.button }).click();
  await expect(page).toHaveURL(/\?service=records#contact$/);
  const { label } = forms.contact.fields.service;
  await expect(page.locator('#contact').getByLabel(label)).toHaveValue('Records');
});
