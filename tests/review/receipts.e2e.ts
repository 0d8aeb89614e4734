import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleIdOf } from '#src/features/operations/sample/sample-ids.ts';
import { fill } from '#src/platform/fill.ts';
import { expectAccessibleEverywhere } from '../harness/accessibility.ts';
import { content } from '../harness/content.ts';
import { expect, test } from '../harness/desk.ts';

const { receipt, publishing } = content.receipts;
const { kinds } = content['desk-projects'].activity;
const projectPath = `/desk/projects/${sampleIdOf('project', 214)}`;
const fileId = sampleIdOf('file', 'mix-v1');
const name = 'Tidewater_R3_mix_v1.wav';

test(
  'gives a receipt of an approval that is verified without the server',
  { tag: '@default' },
  async ({ team }) => {
    const folder = mkdtempSync(join(tmpdir(), 'antinode-receipt-'));
    const text = await (await team.get(`/portal/files/${fileId}/receipt.json`)).text();
    const again = await (await team.get(`/portal/files/${fileId}/receipt.json`)).text();
    expect(again).toBe(text);
    writeFileSync(join(folder, 'receipt.json'), text);
    const key = await team.get('/.well-known/antinode-key.json');
    writeFileSync(join(folder, 'key.json'), await key.body());
    const script = ['docs/verify-receipt.mjs', join(folder, 'key.json'), join(folder, 'receipt.json')];
    const output = execFileSync(process.execPath, script, { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    expect(output).toContain('receipt.json: valid');
    const bytes = await (await team.get(`/portal/files/${fileId}`)).body();
    expect(output).toContain(createHash('sha256').update(bytes).digest('hex'));
    const pdf = () => team.get(`/portal/files/${fileId}/receipt.pdf`).then((answer) => answer.body());
    const [first, second] = [await pdf(), await pdf()];
    expect(first.toString('latin1', 0, 5)).toBe('%PDF-');
    expect(second.equals(first)).toBe(true);
    const waiting = sampleIdOf('file', 'mix-v2');
    expect((await team.get(`/portal/files/${waiting}/receipt.json`)).status()).toBe(409);
    expect((await team.get(`/portal/files/${waiting}/receipt`)).status()).toBe(404);
  },
);

test('publishes and withdraws receipts, one or all of a project, and records each change', async ({
  page,
}) => {
  await page.goto(projectPath);
  await page.getByRole('link', { name: fill(receipt.linkName, { file: name }) }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page.getByText(publishing.private)).toBeVisible();
  await expectAccessibleEverywhere(page);
  await page.getByRole('button', { name: publishing.publish }).click();
  await expect(page.getByText(publishing.published)).toBeVisible();
  await expectAccessibleEverywhere(page);

  await page.goto(projectPath);
  const panel = page.getByRole('region', { name: publishing.project.title });
  await expect(panel).toContainText(fill(publishing.project.some, { count: '1', total: '3' }));
  await panel.getByRole('button', { name: publishing.project.publish }).click();
  await expect(panel).toContainText(publishing.project.published);
  await expect(panel).toContainText(fill(publishing.project.some, { count: '3', total: '3' }));
  await panel.getByRole('button', { name: publishing.project.withdraw }).click();
  await expect(panel).toContainText(publishing.project.private);
  const history = page.getByRole('region', { name: content['desk-projects'].activity.title });
  for (const text of [
    fill(kinds['receipt-published'], { file: name }),
    kinds['receipts-published'],
    kinds['receipts-withdrawn'],
  ])
    await expect(history).toContainText(text);
  await page.goto(`/portal/files/${fileId}/report`);
  await page.getByRole('link', { name: fill(receipt.linkName, { file: name }) }).click();
  await expect(page.getByText(publishing.private)).toBeVisible();
});
