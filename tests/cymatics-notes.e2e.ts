import { openOn, pointAt, pressKey, selectedKey } from './harness/instrument.ts';
import { overlayOf } from './harness/overlay.ts';
import { expect, test } from './harness/test.ts';

// At rest: without a graphics processor a moving plate takes most of a small machine.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** The specification's tables, written out. */
const table = [
  { id: 'C4', hz: '261.63 Hz', label: 'Home', leadsTo: 'Home', modes: '(7,2) + 0.5 × (0,5)' },
  { id: 'C#4', hz: '277.18 Hz', label: 'Research & Consultations', modes: '(8,2) + 0.35 × (0,6)' },
  {
    id: 'D4',
    hz: '293.66 Hz',
    label: 'Productions Lab',
    leadsTo: 'Research & Consultations Lab',
    modes: '(6,3) + 0.45 × (12,1)',
  },
  { id: 'D#4', hz: '311.13 Hz', label: 'EduTech Lab', modes: '(2,5) + 0.4 × (6,3)' },
  { id: 'E4', hz: '329.63 Hz', label: 'Records', leadsTo: 'Production Lab', modes: '(5,4) + 0.35 × (10,2)' },
  {
    id: 'F4',
    hz: '349.23 Hz',
    label: 'Project Visibility Hub',
    leadsTo: 'Antinode Records',
    modes: '(6,4) + 0.35 × (0,7)',
  },
  { id: 'F#4', hz: '369.99 Hz', label: 'Contact', modes: '(2,6) + 0.45 × (12,2)' },
  { id: 'G4', hz: '392 Hz', label: 'About', leadsTo: 'EduTech Labs', modes: '(3,6) + 0.25 × (9,4)' },
  { id: 'G#4', hz: '415.3 Hz', label: 'Services', modes: '(4,6) + 0.45 × (12,3)' },
  {
    id: 'A4',
    hz: '440 Hz',
    label: 'Blog',
    leadsTo: 'Project Visibility Hub',
    modes: '(5,6) + 0.35 × (20,1)',
  },
  { id: 'A#4', hz: '466.16 Hz', label: 'Testimonials', modes: '(6,6) + 0.3 × (12,4)' },
  { id: 'B4', hz: '493.88 Hz', label: 'Footer', leadsTo: 'Contact', modes: '(7,6) + 0.35 × (14,3)' },
];

const destinations = [
  { id: 'C4', section: 'home' },
  { id: 'D4', section: 'research' },
  { id: 'E4', path: '/production' },
  { id: 'F4', section: 'records' },
  { id: 'G4', section: 'edutech' },
  { id: 'A4', path: '/portal' },
  { id: 'B4', section: 'contact' },
];

test('the keys are the twelve notes in order, each called by its note and where it leads', async ({
  page,
}) => {
  await openOn(page);
  const keys = page.getByRole('toolbar', { name: 'Piano' }).getByRole('button');
  await expect(keys).toHaveCount(12);
  for (const [index, { id, leadsTo }] of table.entries()) {
    const name = leadsTo ? `${id}, leads to ${leadsTo}` : `${id}, sounds only`;
    await expect(keys.nth(index)).toHaveAccessibleName(name);
  }
});

test('the panel names note, destination, frequency, label and modes of each', async ({ page }) => {
  await openOn(page);
  const panel = page.getByRole('region', { name: 'Current Selection' });
  for (const { id, hz, label, leadsTo, modes } of table) {
    await pointAt(page, id);
    await expect(selectedKey(page)).toHaveAccessibleName(new RegExp(`^${id},`));
    await expect(panel.locator('p')).toHaveText(id);
    await expect(panel.locator('dt')).toHaveText(['Leads to', 'Frequency', 'Label', 'Modes']);
    await expect(panel.locator('dd')).toHaveText([leadsTo ?? 'Sounds only', hz, label, modes]);
  }
});

test('black keys sound and stay', async ({ page }) => {
  await page.clock.install();
  const overlay = await openOn(page);
  for (const { id } of table.filter(({ leadsTo }) => !leadsTo)) {
    await pressKey(page, id);
    await page.mouse.up();
    await expect(selectedKey(page)).toHaveAccessibleName(`${id}, sounds only`);
    await page.clock.runFor(2000);
    await expect(overlay).toBeVisible();
    await expect(page).toHaveURL('/terms');
  }
});

for (const from of ['/', '/terms']) {
  for (const { id, section, path } of destinations) {
    test(`${id} leads from ${from} to ${path ?? `#${section}`}`, async ({ page, faults }) => {
      // The portal refuses whoever is not a client, and the browser logs that.
      if (path === '/portal') faults.allow(/403/);
      await openOn(page, 'F#4', from);
      await pressKey(page, id);
      await page.mouse.up();
      await expect(page).toHaveURL(path ?? `/#${section}`);
      await expect(overlayOf(page)).toHaveCount(0);
      if (section) {
        await expect(page.locator(`#${section}`)).toBeFocused();
        await expect(page.locator(`#${section}`)).toBeInViewport();
      }
    });
  }
}

test('from home to a section no document is loaded, also with a query in the address', async ({ page }) => {
  await page.goto('/?service=production&note=C4');
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await pressKey(page, 'G4');
  await page.mouse.up();
  await expect(page).toHaveURL('/?service=production#edutech');
  await expect(page.locator('#edutech')).toBeFocused();
  expect(loads).toBe(0);
});

test('the section that the address already names is found again', async ({ page }) => {
  for (const path of ['/?note=C4#contact', '/?note=C4#contact']) {
    await page.goto('/terms');
    await page.goto(path);
    await pressKey(page, 'B4');
    await page.mouse.up();
    await expect(overlayOf(page)).toHaveCount(0);
    await expect(page).toHaveURL('/#contact');
    await expect(page.locator('#contact')).toBeFocused();
  }
});
