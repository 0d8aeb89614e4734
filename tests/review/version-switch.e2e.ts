import type { Locator, Page, Route } from '@playwright/test';
import { musicOf } from '#src/audio/alignment/music.fixture.ts';
import { fill } from '#src/platform/fill.ts';
import { expect } from '../harness/desk.ts';
import {
  addVersion,
  comment,
  commentWith,
  pageOf,
  shown,
  test as base,
  versionLinks,
  versionOf,
} from '../harness/review-journey.ts';
import { content } from '../harness/content.ts';
import { upload } from '../harness/record-voices.ts';

/** Holds the page's own requests for a version until released; `held` resolves when the page has sent one. */
async function holdRefresh(page: Page, fileId: string, isAnsweredBefore: boolean) {
  const [held, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const hold = async (route: Route) => {
    if (!route.request().headers()['x-refresh']) return route.continue();
    const response = isAnsweredBefore ? await route.fetch() : undefined;
    held.resolve();
    await letGo.promise;
    return response ? route.fulfill({ response }) : route.continue();
  };
  await page.route(new RegExp(`file=${fileId}`), hold);
  return { held: held.promise, letGo: () => letGo.resolve() };
}

/**
 * Two versions of a recording, the second one twice as loud; the first is open in a client's browser, the second at the
 * desk.
 */
type Both = {
  /** The client's page. */
  readonly page: Page;
  readonly v1: string;
  readonly v2: string;
  /** Triggers an event unrelated to a version. */
  readonly addMilestone: (title: string) => Promise<void>;
  /** Comments on the second version at the desk. */
  readonly say: (text: string) => Promise<void>;
};

const test = base.extend<{ both: Both }>({
  both: async ({ page: desk, browser, client, project, baseURL }, use) => {
    const music = musicOf(2);
    const v1 = await upload(desk, project.path, 'Late mix_v1.wav', versionOf(music, 0));
    const v2 = await addVersion(desk, project, 'Late mix_v2.wav', versionOf(music, 10, 0.2));
    const page = await pageOf(browser, client, { baseURL: baseURL ?? '' });
    await page.goto(`/portal/projects/${project.id}?file=${v1}`);
    // Events during measurement and comparison would refresh the page once more.
    await expect(versionLinks(page).last()).toHaveAttribute('data-places');
    await desk.goto(`${project.path}?file=${v2}`);
    const addMilestone = async (title: string) => {
      const form = { projectId: project.id, title, description: '', dueOn: '' };
      const headers = { accept: 'application/json' };
      const answer = await desk.request.post(`${project.path}?do=add-milestone`, { form, headers });
      expect(answer.status()).toBe(200);
    };
    await use({ page, v1, v2, addMilestone, say: (text) => comment(desk, text, '0:01') });
    await page.context().close();
  },
});

test('shows a comment that arrives while the page requests updates of another version', async ({ both }) => {
  const { page, v1, v2, addMilestone, say } = both;
  const refresh = await holdRefresh(page, v1, false);
  await addMilestone('Rough mix');
  await refresh.held;
  await versionLinks(page).last().click();
  await expect(shown(page, v2)).toBeVisible();
  await say('Of the second.');
  refresh.letGo();
  await expect(commentWith(page, 'Of the second.')).toBeVisible();
});

test('shows a comment that arrives while its version is loading', async ({ both }) => {
  const { page, v2, addMilestone, say } = both;
  const version = await holdRefresh(page, v2, true);
  await versionLinks(page).last().click();
  await version.held;
  await say('Of the second.');
  // A page that shows this has received the comment, too.
  await addMilestone('Rough mix');
  await expect(page.getByText('Rough mix').first()).toBeVisible();
  version.letGo();
  await expect(shown(page, v2)).toBeVisible();
  await expect(commentWith(page, 'Of the second.')).toBeVisible();
});

/** Triggers an update of the open version, and holds the response until released. */
async function lackTimeline(page: Page, fileId: string) {
  const refresh = await holdRefresh(page, fileId, true);
  await page.locator('[data-timeline]').evaluate((timeline) => timeline.remove());
  await refresh.held;
  return refresh;
}

test('shows a version that is pressed while the player is updated', async ({ both }) => {
  const { page, v1, v2 } = both;
  const refresh = await lackTimeline(page, v1);
  await versionLinks(page).last().click();
  refresh.letGo();
  await expect(shown(page, v2)).toBeVisible();
});

test('keeps a comment started while the player is updated, and applies the rest afterwards', async ({
  both,
}) => {
  const { page, v1 } = both;
  const refresh = await lackTimeline(page, v1);
  const text = page.locator('#comment-content');
  await text.fill('Begun.');
  refresh.letGo();
  await expect(shown(page, v1)).not.toHaveAttribute('aria-busy');
  await expect(text).toHaveValue('Begun.');
  await text.fill('');
  await expect(page.locator('[data-timeline]')).toBeVisible();
});

test('keeps a comment started while another version is loading', async ({ both }) => {
  const { page, v1, v2 } = both;
  const version = await holdRefresh(page, v2, true);
  await versionLinks(page).last().click();
  await version.held;
  const text = page.locator('#comment-content');
  await text.fill('Begun.');
  version.letGo();
  await expect(shown(page, v1)).not.toHaveAttribute('aria-busy');
  await expect(text).toHaveValue('Begun.');
  await text.fill('');
  await versionLinks(page).last().click();
  await expect(shown(page, v2)).toBeVisible();
});

const { level } = content.compare;
const volumeOf = (page: Page) =>
  page.locator('[data-player] audio').evaluate((audio: HTMLAudioElement) => audio.volume.toFixed(2));
const matchedOf = (page: Page) => page.locator('[data-match-levels]');

test('plays versions in turn at equal loudness from the first switch on, or as delivered', async ({
  both,
}) => {
  const { page, v1, v2 } = both;
  const matched = matchedOf(page);
  const show = async (link: Locator, id: string) => {
    await link.click();
    await expect(shown(page, id)).not.toHaveAttribute('aria-busy');
  };
  const [first, second] = [versionLinks(page).first(), versionLinks(page).last()];
  await expect(matched).toHaveText(level.toggle);
  await expect(matched.locator('i')).toHaveCSS('width', '44px');
  await show(second, v2);
  expect(await volumeOf(page)).toBe('0.50');
  await expect(matched).toHaveText(fill(level.matched, { letter: 'v2', change: '−6.0' }));
  await show(first, v1);
  expect(await volumeOf(page)).toBe('1.00');
  await show(second, v2);
  await matched.click();
  await expect(matched).toHaveAttribute('aria-pressed', 'false');
  expect(await volumeOf(page)).toBe('1.00');
  await matched.click();
  expect(await volumeOf(page)).toBe('0.50');
  // The listener's own setting is kept.
  await page.locator('[data-player] audio').evaluate((audio: HTMLAudioElement) => (audio.volume = 0.4));
  await show(first, v1);
  expect(await volumeOf(page)).toBe('0.80');

  // Turned off, it stays off.
  await matched.click();
  await page.reload();
  await expect(matched).toHaveAttribute('aria-pressed', 'false');
});

test('turns a louder playing version down just before the other version sounds', async ({ both }) => {
  const { page, v1, v2 } = both;
  await versionLinks(page).last().click();
  await expect(shown(page, v2)).toBeVisible();
  await page.reload();
  const louder = await page.locator('[data-player] audio').elementHandle();
  await louder?.evaluate((element) => {
    const audio = element as HTMLAudioElement;
    audio.loop = true;
    audio.addEventListener('volumechange', () => (audio.dataset['was'] = audio.volume.toFixed(2)));
  });
  await page.getByRole('button', { name: content.project.player.play, exact: true }).click();
  await versionLinks(page).first().click();
  await expect(shown(page, v1)).toBeVisible();
  expect(await louder?.evaluate((element) => (element as HTMLAudioElement).dataset['was'])).toBe('0.50');
});

test("continues another version at the listener's new position after loading", async ({ both }) => {
  const { page, v2 } = both;
  const audio = page.locator('[data-player] audio');
  await page.getByRole('button', { name: content.project.player.play, exact: true }).click();
  await audio.evaluate((element: HTMLAudioElement) => {
    // So slowly that it does not reach a later position by itself.
    element.playbackRate = 1 / 16;
    element.currentTime = 1.5;
  });
  const [asked, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(new RegExp(`files/${v2}`), async (route) => {
    asked.resolve();
    await letGo.promise;
    await route.continue();
  });
  await versionLinks(page).last().click();
  await asked.promise;
  await audio.evaluate((element: HTMLAudioElement) => void (element.currentTime = 0.1));
  letGo.resolve();
  await expect(shown(page, v2)).toBeVisible();
  expect(await audio.evaluate((element: HTMLAudioElement) => element.currentTime)).toBeLessThan(1);
});

test('shows another version once a comment is sent or cleared, and keeps the typed text until then', async ({
  both,
}) => {
  const { page, v1, v2 } = both;
  const text = page.locator('#comment-content');
  await text.fill('Begun.');
  await versionLinks(page).last().click();
  await expect(page.getByText(content.project.player.form.unsent)).toBeVisible();
  await expect(text).toBeFocused();
  await text.blur();
  await page.keyboard.press('2');
  await expect(shown(page, v1)).toBeVisible();
  await expect(text).toHaveValue('Begun.');
  await text.fill('');
  await expect(page.getByText(content.project.player.form.unsent)).toHaveCount(0);
  await versionLinks(page).last().click();
  await expect(shown(page, v2)).toBeVisible();
});

test('reports unmatched levels on a device that does not let a page lower the volume', async ({ both }) => {
  const { page } = both;
  await page.addInitScript(() => {
    // Only the keys.
    const set = () => undefined;
    Object.defineProperty(HTMLMediaElement.prototype, 'volume', { get: () => 1, set });
  });
  await page.reload();
  await expect(page.getByText(level.notMatched.device)).toBeVisible();
  await expect(matchedOf(page)).toBeHidden();
});
