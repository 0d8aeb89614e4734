import type { Page } from '@playwright/test';
import { withoutDirectionMarks, fill } from '#src/platform/fill.ts';
import { content } from '../harness/content.ts';
import { test, type PlacedFile } from '../harness/review-studio.ts';
import { expect } from '../harness/test.ts';

const { activity, approval, files } = content.project;

const rowOf = (page: Page, file: PlacedFile) => page.locator(`#file-${file.id}`);

test("shows other people's actions in an open page by itself", async ({ page, studio, request }) => {
  const file = studio.hostile[3] as PlacedFile;
  const address = `/portal/projects/${studio.hostileProjectId}`;
  await page.goto(address);
  await expect(rowOf(page, file)).not.toContainText(content.project.fileStates.approved);
  await page.evaluate(() => Object.assign(globalThis, { stayed: true }));
  const sent = await request.post(`${address}?do=approve-file`, {
    form: { fileId: file.id, sha256: file.sha256 },
    headers: { accept: 'application/json' },
  });
  expect(sent.status()).toBe(200);
  await expect(rowOf(page, file)).toContainText(content.project.fileStates.approved);
  expect(await page.evaluate(() => 'stayed' in globalThis)).toBe(true);
});

test("runs a button's action while its part of the page changes", async ({ page, studio, request }) => {
  const [pressed, other] = studio.hostile.slice(4, 6) as [PlacedFile, PlacedFile];
  const address = `/portal/projects/${studio.hostileProjectId}`;
  await page.goto(address);
  await page
    .getByRole('button', { name: fill(files.approveFile, { file: withoutDirectionMarks(pressed.name) }) })
    .hover();
  await page.mouse.down();
  const form = { fileId: other.id, sha256: other.sha256 };
  const sent = await request.post(`${address}?do=approve-file`, {
    form,
    headers: { accept: 'application/json' },
  });
  expect(sent.status()).toBe(200);
  await expect(page.locator('#project-activity')).toContainText(
    fill(activity.lines['file-approved'], { actor: activity.you, file: withoutDirectionMarks(other.name) }),
  );
  await page.mouse.up();
  const dialog = page.getByRole('dialog', { name: approval.title });
  await expect(dialog).toContainText(withoutDirectionMarks(pressed.name));
  await page.keyboard.press('Escape');
  await expect(rowOf(page, other)).toContainText(content.project.fileStates.approved);
});
