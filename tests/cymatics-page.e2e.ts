import { overlayOf } from './harness/overlay.ts';
import { expect, test } from './harness/test.ts';

const hidden = ['Sounds only', null] as const;
/** Note, frequency, what it leads to, where that is, label: the specification's two tables. */
const table = [
  ['C4', '261.63', 'Home', '/#home', 'Home'],
  ['C#4', '277.18', ...hidden, 'Research & Consultations'],
  ['D4', '293.66', 'Research & Consultations Lab', '/#research', 'Productions Lab'],
  ['D#4', '311.13', ...hidden, 'EduTech Lab'],
  ['E4', '329.63', 'Production Lab', '/production', 'Records'],
  ['F4', '349.23', 'Antinode Records', '/#records', 'Project Visibility Hub'],
  ['F#4', '369.99', ...hidden, 'Contact'],
  ['G4', '392', 'EduTech Labs', '/#edutech', 'About'],
  ['G#4', '415.3', ...hidden, 'Services'],
  ['A4', '440', 'Project Visibility Hub', '/portal', 'Blog'],
  ['A#4', '466.16', ...hidden, 'Testimonials'],
  ['B4', '493.88', 'Contact', '/#contact', 'Footer'],
] as const;

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every way in leads to the page of the twelve notes', async ({ page }) => {
    await page.goto('/');
    const header = page.getByRole('banner').getByRole('link', { name: 'Cymatics Navigation' });
    await expect(header.first()).toHaveAttribute('href', '/cymatics');
    await page.locator('#home').getByRole('link', { name: 'Play the plate' }).click();
    await expect(page).toHaveURL('/cymatics');
    await expect(page).toHaveTitle('Cymatics Navigation · Antinode');
    await expect(page.getByRole('heading', { level: 1, name: 'Cymatics Navigation' })).toBeVisible();
    const main = page.getByRole('main');
    await expect(main.getByText('Navigate through sound and science')).toBeVisible();
    for (const name of ['What is Cymatics?', 'Frequency', 'Pattern', 'Resonance'])
      await expect(main.getByRole('heading', { name, exact: true })).toBeVisible();
    await expect(main.getByText('Play the plate')).toBeHidden();
    await expect(main.getByText('The piano needs JavaScript.')).toBeVisible();
  });

  test('each note says its frequency, label, modes, figure and where it leads, and leads there', async ({
    page,
  }) => {
    await page.goto('/cymatics');
    const entries = page.getByRole('region', { name: 'Twelve notes, twelve figures' }).getByRole('listitem');
    await expect(entries).toHaveCount(table.length);
    for (const [index, [id, hz, leadsTo, href, label]] of table.entries()) {
      const entry = entries.nth(index);
      await expect(entry.getByRole('heading')).toHaveText(id);
      await expect(entry.getByRole('definition')).toHaveText([
        leadsTo,
        `${hz} Hz`,
        label,
        /^\(\d+,\d+\) \+ 0\.\d+ × /,
      ]);
      await expect(entry.getByRole('paragraph')).toHaveText(/^[A-Z][a-z]+-fold figure with .+\.$/);
      const link = entry.getByRole('link');
      await expect(link).toHaveCount(href ? 1 : 0);
      if (href) await expect(link).toHaveAttribute('href', href);
    }
  });

  for (const [id, , leadsTo, href] of table) {
    if (!href) continue;
    test(`${id} leads to ${leadsTo}`, async ({ page, faults }) => {
      faults.allow(/status of 403/);
      await page.goto('/cymatics');
      await page.getByRole('main').getByRole('link', { name: leadsTo, exact: true }).click();
      await expect(page).toHaveURL(href);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      if (href.startsWith('/#')) await expect(page.locator(href.slice(1))).toBeInViewport();
    });
  }
});

test('with JavaScript the page offers the plate at its top', async ({ page }) => {
  await page.goto('/cymatics');
  const play = page.getByRole('main').getByRole('button', { name: 'Play the plate' });
  await expect(play).toBeInViewport();
  await expect(page.getByText('The piano needs JavaScript.')).toBeHidden();
  await play.click();
  await expect(overlayOf(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(play).toBeFocused();
});
