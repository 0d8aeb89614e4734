import { modesTextOf } from '#src/studio/notes.ts';
import { fill } from '#src/platform/fill.ts';
import { content } from '../harness/content.ts';
import { leadingNotes, octave } from '../harness/octave.ts';
import { overlayOf } from '../harness/overlay.ts';
import { expect, test } from '../harness/test.ts';

const { cymatics, 'cymatics-page': words, home, site, system } = content;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('leads to the page of the twelve notes from every entry point', async ({ page }) => {
    await page.goto('/');
    const header = page.getByRole('banner').getByRole('link', { name: system.header.overlay });
    await expect(header.first()).toHaveAttribute('href', '/cymatics');
    await page.locator('#home').getByRole('link', { name: home.hero.figureLink }).click();
    await expect(page).toHaveURL('/cymatics');
    await expect(page).toHaveTitle(fill(site.titlePattern, { page: cymatics.title, name: site.name }));
    await expect(page.getByRole('heading', { level: 1, name: cymatics.title })).toBeVisible();
    const main = page.getByRole('main');
    await expect(main.getByText(cymatics.subtitle)).toBeVisible();
    const { title, frequency, pattern, resonance } = cymatics.info;
    for (const name of [title, frequency.title, pattern.title, resonance.title])
      await expect(main.getByRole('heading', { name, exact: true })).toBeVisible();
    await expect(main.getByText(words.play)).toBeHidden();
    await expect(main.getByText(words.withoutScript)).toBeVisible();
  });

  test('lists the frequency, label, modes, figure and destination of each note', async ({ page }) => {
    await page.goto('/cymatics');
    const entries = page.getByRole('region', { name: words.notes.title }).getByRole('listitem');
    await expect(entries).toHaveCount(octave.length);
    for (const [index, note] of octave.entries()) {
      const { id, hz, label, leadsTo, href } = note;
      const entry = entries.nth(index);
      await expect(entry.getByRole('heading')).toHaveText(id);
      const values = [leadsTo ?? cymatics.selection.soundsOnly, `${hz} Hz`, label, modesTextOf(note)];
      await expect(entry.getByRole('definition')).toHaveText(values);
      await expect(entry.getByRole('paragraph')).toHaveText(/^[A-Z][a-z]+-fold figure with .+\.$/);
      const link = entry.getByRole('link');
      await expect(link).toHaveCount(href ? 1 : 0);
      if (href) await expect(link).toHaveAttribute('href', href);
    }
  });

  test('leads from each note to its destination', { tag: '@default' }, async ({ page, faults }) => {
    faults.allow(/status of 403/);
    for (const { leadsTo, href } of leadingNotes) {
      await page.goto('/cymatics');
      await page.getByRole('main').getByRole('link', { name: leadsTo, exact: true }).click();
      await expect(page).toHaveURL(href);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      if (href.startsWith('/#')) await expect(page.locator(href.slice(1))).toBeInViewport();
    }
  });
});

test.describe('without JavaScript an address with a note', () => {
  test.use({ javaScriptEnabled: false });

  test('shows its figure and details at once, and marks its entry', async ({ page }) => {
    const opening = page.getByRole('main').locator('section').first();
    for (const note of octave) {
      const answer = await page.goto(`/cymatics?from=link&note=${encodeURIComponent(note.id)}`);
      expect(answer?.status()).toBe(200);
      await expect(opening.locator(`.powder-${note.slug}`)).toBeVisible();
      await expect(opening).toContainText(`${note.id}, ${note.hz} Hz`);
      await expect(opening.getByRole('definition')).toHaveText([
        note.leadsTo ?? cymatics.selection.soundsOnly,
        `${note.hz} Hz`,
        note.label,
        modesTextOf(note),
      ]);
      await expect(page.locator('main [aria-current]')).toHaveAttribute('id', note.slug);
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/cymatics$/);
    }
  });

  test('shows the unchanged page for an unknown note, without the requested text', async ({ request }) => {
    const plain = await (await request.get('/cymatics')).text();
    for (const name of ['H4', '"><script>alert(1)</script>', '../a4', '%00', 'a4/../../desk', '']) {
      const answer = await request.get(`/cymatics?note=${encodeURIComponent(name)}`);
      expect(answer.status(), name).toBe(200);
      expect(await answer.text(), name).toBe(plain);
    }
  });
});

test('opens the piano on the note in the URL, or without JavaScript scrolls to its entry and marks it', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto('/cymatics?note=A4#a4');
  const key = overlayOf(page).getByRole('button', { name: 'A4, ' });
  await expect(key).toHaveAttribute('aria-current', 'true');
  await expect(key).toBeFocused();
  await expect(page).toHaveURL('/cymatics?note=A4#a4');
  await page.reload();
  await expect(key).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/cymatics#a4');

  const plain = await browser.newPage({ baseURL: baseURL ?? '', javaScriptEnabled: false });
  const entries = plain.getByRole('region', { name: words.notes.title }).getByRole('listitem');
  const thick = () =>
    entries.evaluateAll((all) => all.map((entry) => getComputedStyle(entry).borderTopWidth === '4px'));
  for (const hash of ['', '#h4']) {
    await plain.goto(`/cymatics?note=H4${hash}`);
    expect(await thick(), hash).not.toContain(true);
  }
  for (const [index, note] of octave.entries()) {
    await plain.goto(`/cymatics?note=${encodeURIComponent(note.id)}#${note.slug}`);
    await expect(entries.nth(index)).toBeInViewport();
    expect((await thick()).indexOf(true), note.id).toBe(index);
  }
  await plain.close();
});

test('offers the plate at the top of the page with JavaScript', async ({ page }) => {
  await page.goto('/cymatics');
  const play = page.getByRole('main').getByRole('button', { name: words.play });
  await expect(play).toBeInViewport();
  await expect(page.getByText(words.withoutScript)).toBeHidden();
  await play.click();
  await expect(overlayOf(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(play).toBeFocused();
});
