import type { Page } from '@playwright/test';
import { axeViolations, ibmViolations } from '../harness/accessibility.ts';
import { content } from '../harness/content.ts';
import { recordVoices } from '../harness/record-voices.ts';
import { expect, test } from '../harness/test.ts';

const { words, items } = content.pieces;
const [first, second] = items.filter(({ page }) => page === 'post');
if (!first || !second) throw new Error('Two pieces are needed on /post');
const { before, after } = words.versions;

const nameOf = (template: string, title: string) => template.replace('{title}', title);
const pieceOf = (page: Page, title: string) => {
  const piece = page.getByRole('article').filter({ hasText: title });
  return {
    play: piece.getByRole('button', { name: nameOf(words.play, title) }),
    stop: piece.getByRole('button', { name: nameOf(words.stop, title) }),
    before: piece.getByRole('button', { name: before, exact: true }),
    after: piece.getByRole('button', { name: after, exact: true }),
    matched: piece.getByRole('button', { name: words.matched }),
    position: piece.getByRole('slider', { name: nameOf(words.position, title) }),
    failed: piece.getByRole('alert'),
    piece,
  };
};

/** Waits until two seconds of only this voice, at this gain relative to its file, were heard. */
async function expectHeard(page: Page, voice: number, gain: number): Promise<void> {
  const isHeard = () =>
    page.evaluate(
      ([alone, louder]) => {
        // The level changes within some milliseconds, and the recording arrives in blocks.
        const { recorded } = globalThis;
        if (
          globalThis.heardAlone?.voice !== alone ||
          globalThis.heardAlone.gain !== louder ||
          recorded.residue > 1e-4
        ) {
          globalThis.heardAlone = { voice: alone, gain: louder };
          Object.assign(recorded, { residue: 0, frames: 0, most: 0 });
        }
        return recorded.frames > 96_000 && recorded.most > 0.01;
      },
      [voice, gain] as const,
    );
  await expect.poll(isHeard).toBe(true);
}

test(
  'plays a piece before and after without a gap, at the stated loudness',
  { tag: '@default' },
  async ({ page, faults }) => {
    // The recorder uses a deprecated API.
    faults.allow(/ScriptProcessorNode/);
    await page.addInitScript(recordVoices, 1);
    await page.addInitScript(() => {
      Object.assign(globalThis, { starts: 0 });
      type Start = (this: AudioBufferSourceNode, atS?: number) => void;
      const { start } = AudioBufferSourceNode.prototype as unknown as { readonly start: Start };
      AudioBufferSourceNode.prototype.start = function counted(this: AudioBufferSourceNode, atS?: number) {
        (globalThis as unknown as { starts: number }).starts += 1;
        start.call(this, atS);
      };
    });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const held = Promise.withResolvers<void>();
    await page.route('**/*.mp3', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto('/post');
    const one = pieceOf(page, first.title);
    await one.piece.scrollIntoViewIfNeeded();
    await expect(one.play).toBeVisible();
    expect(asked.filter((url) => /\.mp3|piece-stage/.test(url))).toEqual([]);

    await test.step('loading', async () => {
      await one.play.click();
      await expect(one.piece.getByText(words.loading, { exact: true })).toBeVisible();
      expect(await axeViolations(page)).toEqual([]);
      held.resolve();
    });
    await expect(one.stop).toBeVisible();
    /** Starts again near the beginning: a long check would otherwise outlast it. */
    const replay = async () => {
      await one.position.fill('500');
      if (await one.play.isVisible()) await one.play.click();
      await expect(one.stop).toBeVisible();
    };
    const starts = () => page.evaluate(() => (globalThis as unknown as { starts: number }).starts);
    await test.step('playing what was done, then what was there, on one clock', async () => {
      await replay();
      await expectHeard(page, 1, 1);
      const begun = await starts();
      await one.before.click();
      await expect(one.before).toHaveAttribute('aria-pressed', 'true');
      await expect(one.after).toHaveAttribute('aria-pressed', 'false');
      await expectHeard(page, 0, 1);
      // Neither was restarted.
      expect(await starts()).toBe(begun);
      for (const version of [one.after, one.before]) {
        await replay();
        await version.click();
        expect(await axeViolations(page)).toEqual([]);
      }
    });
    await test.step('unmatched, the louder one is as much louder as is said', async () => {
      const said = (await one.piece.getByText(/ dB louder/).textContent()) ?? '';
      expect(said).toContain(before);
      const played = (await one.piece.getAttribute('data-piece')) ?? '{}';
      const { differenceDb } = JSON.parse(played) as { differenceDb: number };
      expect(said).toContain(` ${Math.abs(differenceDb).toFixed(1)} dB`);
      await one.matched.press('Space');
      await expect(one.matched).toHaveAttribute('aria-pressed', 'false');
      await replay();
      await expectHeard(page, 0, 10 ** (-differenceDb / 20));
      await replay();
      expect(await axeViolations(page)).toEqual([]);
      expect(await ibmViolations(page)).toEqual([]);
      await replay();
    });
    expect(await page.evaluate(() => ({ ...localStorage, ...sessionStorage }))).toEqual({});
  },
);

test('plays one piece at a time, and reports one that does not load, which can be retried', async ({
  page,
  faults,
}) => {
  faults.allow(/Failed to load resource|ERR_FAILED/);
  await page.goto('/post');
  const one = pieceOf(page, first.title);
  await one.play.click();
  await expect(one.stop).toBeVisible();
  const other = pieceOf(page, second.title);
  await page.route('**/*.mp3', (route) => route.abort());
  await other.play.click();
  await expect(one.play).toBeVisible();
  await expect(other.failed).toHaveText(words.failed);
  await expect(other.play).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await page.unroute('**/*.mp3');
  await other.play.press('Enter');
  await expect(other.stop).toBeFocused();
  await expect(other.failed).toBeHidden();
  await expect(other.position).toHaveAttribute('aria-valuetext', /^0:\d\d of 0:18$/);
  await other.stop.press('Enter');
  await expect(other.play).toBeVisible();
});

test('reaches a release’s page from the catalogue and plays its tracks', async ({ page }) => {
  const [release] = content.releases.items;
  const track = release?.tracks.find(({ sound }) => sound !== undefined);
  if (!release || !track) throw new Error('A release with a track is needed');
  await page.goto('/#records');
  await page.locator('#records').getByRole('link', { name: release.title }).click();
  await expect(page).toHaveURL(`/records/${release.slug}`);
  await page
    .getByRole('button', { name: nameOf(words.play, track.title) })
    .first()
    .click();
  await expect(page.getByRole('button', { name: nameOf(words.stop, track.title) })).toBeVisible();
  await expect(page.getByText(/^0:(?!00)\d\d of 0:\d\d$/)).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('has a named player of the browser’s own for both versions, not preloaded', async ({ page }) => {
    await page.goto('/post');
    const players = page.locator('#hear audio');
    const shown = items.filter(({ page: place }) => place === 'post');
    await expect(players).toHaveCount(2 * shown.length);
    const named = words.native.replace('{title}', first.title).replace('{version}', after);
    const player = page.locator(`#hear audio[aria-label="${named}"]`);
    await expect(player).toBeVisible();
    await expect(player).toHaveAttribute('preload', 'none');
    await expect(page.getByRole('button', { name: nameOf(words.play, first.title) })).toBeHidden();
  });
});
