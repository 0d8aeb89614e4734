import { expectAccessible } from './harness/accessibility.ts';
import { expect, test } from './harness/client.ts';

const screens = ['/portal', '/portal/projects', '/portal/messages', '/portal/invoices', '/portal/settings'];

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [320, 390, 1440]) {
    test.describe(`at ${width} px, ${colorScheme}`, () => {
      test.use({ viewport: { width, height: 900 }, colorScheme });

      test('every screen of the portal is accessible and no wider than the window', async ({ page }) => {
        test.slow();
        await page.goto('/portal/invoices');
        const invoice = await page.getByRole('link', { name: 'INV-1042' }).getAttribute('href');
        for (const path of [...screens, invoice ?? '']) {
          await page.goto(path);
          await expectAccessible(page);
          const isTooWide = await page.evaluate(
            () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
          );
          expect(isTooWide, path).toBe(false);
        }
      });

      test('a refused message is accessible', async ({ page, faults }) => {
        faults.allow(/status of 422/);
        await page.goto('/portal/messages');
        await page.getByRole('button', { name: 'Send' }).click();
        await expect(page.getByRole('alert')).toHaveText('Please write something first.');
        await expectAccessible(page);
      });
    });
  }
}
