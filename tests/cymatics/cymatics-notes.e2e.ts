import type { Page } from '@playwright/test';
import { modesTextOf } from '#src/studio/notes.ts';
import { content } from '../harness/content.ts';
import { openOn, pointAt, pressKey, selectedKey } from '../harness/instrument.ts';
import { leadingNotes, octave } from '../harness/octave.ts';
import { overlayOf, reopen } from '../harness/overlay.ts';
import { expect, test } from '../harness/test.ts';

const { piano, selection } = content.cymatics;

// Reduced motion: without a GPU a moving plate takes most of a small machine's CPU.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

// src/studio/notes.test.ts checks frequencies, labels, destinations and modes against the specification.
const blackKeys = octave.filter(({ leadsTo }) => !leadsTo);
const toSections = leadingNotes.filter(({ href }) => href.startsWith('/#'));
const toPages = leadingNotes.filter(({ href }) => !href.startsWith('/#'));

test('names each key by note and destination, lists all details in the panel, and does not follow black keys', async ({
  page,
}) => {
  await page.clock.install();
  const overlay = await openOn(page);
  const keys = page.getByRole('toolbar', { name: piano.name }).getByRole('button');
  const panel = page.getByRole('region', { name: selection.title });
  await expect(keys).toHaveCount(12);
  for (const [index, note] of octave.entries()) {
    await expect(keys.nth(index)).toHaveAccessibleName(note.keyName);
    await pointAt(page, note.id);
    await expect(selectedKey(page)).toHaveAccessibleName(note.keyName);
    await expect(panel.locator('p')).toHaveText(note.id);
    const { leadsTo, frequency, label, modes, soundsOnly } = selection;
    await expect(panel.locator('dt')).toHaveText([leadsTo, frequency, label, modes]);
    const values = [note.leadsTo ?? soundsOnly, `${note.hz} Hz`, note.label, modesTextOf(note)];
    await expect(panel.locator('dd')).toHaveText(values);
  }
  for (const { id, keyName } of blackKeys) {
    await pressKey(page, id);
    await page.mouse.up();
    await expect(selectedKey(page)).toHaveAccessibleName(keyName);
    await page.clock.fastForward(2000);
    await expect(overlay).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/terms');
  }
});

async function play(page: Page, note: string): Promise<void> {
  await pressKey(page, note);
  await page.mouse.up();
}

async function expectSection(page: Page, href: string): Promise<void> {
  await expect(page).toHaveURL(href);
  await expect(overlayOf(page)).toHaveCount(0);
  await expect(page.locator(href.slice(1))).toBeFocused();
  await expect(page.locator(href.slice(1))).toBeInViewport();
}

test(
  'leads from a key to its section of the home page repeatedly, without loading a document',
  { tag: '@default' },
  async ({ page }) => {
    await openOn(page, 'F#4', '/');
    let loads = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1;
    });
    // The last one a second time, when the URL already names its section.
    for (const { id, href } of [...toSections, ...toSections.slice(-1)]) {
      await play(page, id);
      await expectSection(page, href);
      await reopen(page);
    }
    expect(loads).toBe(0);
  },
);

test('keeps the rest of the URL, and finds a section again that it already names', async ({ page }) => {
  await page.goto('/?service=production&note=C4#contact');
  await play(page, 'B4');
  await expect(overlayOf(page)).toHaveCount(0);
  await expect(page).toHaveURL('/?service=production#contact');
  await expect(page.locator('#contact')).toBeFocused();
  await reopen(page);
  await play(page, 'G4');
  await expect(page).toHaveURL('/?service=production#edutech');
  await expect(page.locator('#edutech')).toBeFocused();
});

for (const from of ['/', '/terms']) {
  test(`from ${from} a key leads to its page${from === '/' ? '' : ', or to its section of the home page'}`, async ({
    page,
    faults,
  }) => {
    // The portal refuses people who are not clients, and the browser logs that.
    faults.allow(/403/);
    for (const { id, href } of toPages) {
      await openOn(page, 'F#4', from);
      await play(page, id);
      await expect(page).toHaveURL(href);
      await expect(overlayOf(page)).toHaveCount(0);
    }
    if (from === '/') return;
    for (const { id, href } of toSections) {
      await openOn(page, 'F#4', from);
      await play(page, id);
      await expectSection(page, href);
    }
  });
}
