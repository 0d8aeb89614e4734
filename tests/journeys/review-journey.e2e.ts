import { createHash } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { parseMidi } from 'midi-file';
import { musicOf, rateHz } from '#src/audio/alignment/music.fixture.ts';
import { fill } from '#src/platform/fill.ts';
import { expectAccessibleEverywhere } from '../harness/accessibility.ts';
import { content } from '../harness/content.ts';
import { expect, sampleClient } from '../harness/desk.ts';
import { upload } from '../harness/record-voices.ts';
import {
  addVersion,
  approve,
  comment,
  commentWith,
  cuesOf,
  pageOf,
  shown,
  test,
  versionLinks,
  versionOf,
} from '../harness/review-journey.ts';

// A recording from its first version to its delivery, with a client and the team.

const { files, versions } = content['desk-projects'];
const { player, versions: words } = content.project;
const { lookUp, rows, sheet } = content.sound;
const { compare } = content;

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

declare global {
  var switches: { isPlaying: boolean; laterS: number }[];
}

/** Records, for each player that is paused while another one plays, how much later that one is. */
function recordSwitches(): void {
  globalThis.switches = [];
  const { play, pause } = HTMLMediaElement.prototype as unknown as {
    readonly play: (this: HTMLMediaElement) => Promise<void>;
    readonly pause: (this: HTMLMediaElement) => void;
  };
  const played: HTMLMediaElement[] = [];
  HTMLMediaElement.prototype.play = function tapped(this: HTMLMediaElement) {
    played.push(this);
    return play.call(this);
  };
  HTMLMediaElement.prototype.pause = function paused(this: HTMLMediaElement) {
    const last = played.at(-1);
    if (last && last !== this)
      globalThis.switches.push({ isPlaying: !last.paused, laterS: last.currentTime - this.currentTime });
    pause.call(this);
  };
}

/** Plays a version, then others from the same position of the music, without a gap. */
async function switchInPlace(page: Page, v1: string, v2: string): Promise<void> {
  await page.getByRole('button', { name: player.play, exact: true }).click();
  await expect(shown(page, v1).locator('[data-progress]').first()).toHaveText(/0:(?!00)\d\d/);
  await versionLinks(page).last().click();
  await expect(shown(page, v2)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(v2));
  await expect(versionLinks(page).last()).toBeFocused();
  await expect(page.getByRole('button', { name: player.pause, exact: true })).toBeVisible();
  await expect(shown(page, v2).locator('[data-meter=peak]')).toContainText(/dBFS/);
  await page.keyboard.press('x');
  await expect(shown(page, v1)).toBeVisible();
  await page.keyboard.press('2');
  await expect(shown(page, v2)).toBeVisible();
  const switches = await page.evaluate(() => globalThis.switches);
  // The previous version sounds until the next one does, which is three seconds later or earlier.
  expect(switches.map(({ isPlaying }) => isPlaying)).toEqual([true, true, true]);
  expect(switches.map(({ laterS }) => Math.round(laterS))).toEqual([3, -3, 3]);
}

/** The delivery report approved with a file is found by either hash, unchanged. */
async function lookUpSheet(page: Page, client: APIRequestContext, fileId: string): Promise<void> {
  const sent = await (await client.get(`/portal/files/${fileId}/sheet.json`)).body();
  const hash = createHash('sha256').update(sent).digest('hex');
  const { sha256 } = JSON.parse(sent.toString()) as { sha256: string };
  await page.goto(`/portal/sheets/${sha256}`);
  await expect(page.getByText(/approved on/)).toContainText(sampleClient.name);
  await page.getByRole('link', { name: lookUp.withSheet }).click();
  await expect(page).toHaveURL(new RegExp(`${hash}$`));
  await expect(page.getByRole('row').filter({ hasText: rows.integrated.label }).first()).toBeVisible();
  await expectAccessibleEverywhere(page);
  expect(await (await client.get(`/portal/sheets/${hash}.json`)).body()).toEqual(sent);
  await expect(page.getByText(sheet.title, { exact: true })).toBeVisible();
  const unknown = await client.get(`/portal/sheets/${'0'.repeat(64)}`);
  expect(unknown.status()).toBe(404);
  expect(await unknown.text()).toContain(lookUp.none);
}

test(
  'takes a recording from its first version through comments, comparison and approval to its delivery report and a session',
  { tag: '@default' },
  async ({ page: desk, browser, client, project, baseURL }) => {
    test.slow();
    const [first, second] = ['Low mix_v1.wav', 'Low mix_v2.wav'];
    // Long enough to play until everything has been checked.
    const music = musicOf(24);
    const v1 = await upload(desk, project.path, first, versionOf(music, 0));
    const portal = await pageOf(browser, client, { baseURL: baseURL ?? '' });
    await portal.addInitScript(recordSwitches);
    await portal.goto(`/portal/projects/${project.id}`);
    await comment(portal, 'Let the tail ring.', '0:08');
    await comment(portal, 'Softer here.', '0:10', '0:12');

    // Suggested by its name, and not a version before a person confirms it.
    const v2 = await addVersion(desk, project, second, versionOf(music, 3 * rateHz));
    await expect(rowOf(desk, first)).toContainText(fill(files.superseded, { file: second }));
    await expect(rowOf(desk, second).first()).toContainText(
      fill(words.of, { number: '2', recording: 'Low mix' }),
    );

    // The client's open page has both versions, and a link to compare them.
    const links = portal.getByRole('navigation', { name: player.version });
    await expect(versionLinks(portal)).toHaveCount(2);
    await expect(shown(portal, v1)).toContainText(fill(words.rounds[0], { round: '1', agreed: '3' }));
    await portal.getByRole('button', { name: compare.open, exact: true }).click();
    await expect(portal).toHaveURL(new RegExp(`file=${v2}&compare=${v1}`));
    await expect(portal.locator('[data-compare]')).toContainText(compare.level.same);
    await expect(portal.locator('[data-compare]')).toContainText(
      fill(compare.offset.later, { ms: '3,000', samples: (3 * rateHz).toLocaleString('en') }),
    );
    await portal.goto(`/portal/projects/${project.id}?file=${v1}#player`);
    await switchInPlace(portal, v1, v2);

    // The comments are on version 2, at the same music.
    const tail = commentWith(portal, 'Let the tail ring.');
    await expect(tail).toContainText(fill(player.carried.from, { number: '1' }));
    await expect(tail).toContainText('0:11.0');
    await expectAccessibleEverywhere(portal, { widths: [320, 1440] });
    const softer = commentWith(portal, 'Softer here.');
    await softer.getByRole('button', { name: player.markDone }).click();
    await expect(softer).toContainText(player.done);
    await versionLinks(portal).first().click();
    await expect(softer).toContainText(player.done);

    // Approved with its delivery report, and locked.
    await approve(portal, second);
    await expect(links).toContainText(words.approved);
    await expect(rowOf(desk, second).first()).toContainText(content.project.fileStates.approved);
    await rowOf(desk, second).first().getByText(versions.menu, { exact: true }).click();
    await expect(desk.getByText(versions.isLocked)).toBeVisible();
    await portal.goto(`/portal/files/${v2}/report`);
    await expect(portal.getByRole('row').filter({ hasText: rows.integrated.label })).toContainText('LUFS');
    await lookUpSheet(portal, client, v2);

    // Unresolved comments are exported to the engineer's session.
    expect((await cuesOf(client, v2)).cues).toEqual([
      { atS: 11, lengthS: null, label: `${sampleClient.name}: Let the tail ring.` },
    ]);
    const midi = parseMidi(await (await client.get(`/portal/files/${v2}/markers.mid`)).body());
    expect(midi.tracks[0]).toContainEqual(
      expect.objectContaining({ type: 'marker', text: `${sampleClient.name}: Let the tail ring.` }),
    );
    await portal.context().close();
  },
);
