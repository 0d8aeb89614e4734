import { randomUUID } from 'node:crypto';
import { sampleIdOf } from '#src/features/operations/sample/sample-ids.ts';
import { fill } from '#src/platform/fill.ts';
import { expect, signInByMail, test } from '../harness/client.ts';
import { content, entryWith } from '../harness/content.ts';
import { followLink, newestSignInMail } from '../harness/sign-in.ts';
import { nobody } from '../harness/studio.ts';

const { portal: words, project: projectWords, accounts } = content;
const { people } = words;
const project = `/portal/projects/${sampleIdOf('project', 214)}`;
const mix = entryWith(entryWith(content.sample.projects, 'number', 214).files, 'key', 'mix-v2');

// The inviting person has just signed in, or would have to confirm. The email replaces the printed link.
test.use({ studioName: 'client-people', storageState: nobody });

test(
  'lets a client invite a colleague who listens and comments, sees no invoices, and loses access at once when removed',
  { tag: '@default' },
  async ({ page, browser }) => {
    const email = `lena-${randomUUID().slice(0, 8)}@halfmoon.example`;
    const name = 'Lena <b>Falk</b> \u202Eevil';
    await page.goto('/sign-in');
    await signInByMail(page);
    await page.getByRole('link', { name: people.title }).click();
    await page.getByLabel(people.invite.name, { exact: true }).fill(name);
    await page.getByLabel(people.invite.email, { exact: true }).fill(email);
    await page.getByRole('radio', { name: people.may.listen }).check();
    await page.getByRole('button', { name: people.invite.button, exact: true }).click();
    const said = page.getByRole('status').filter({ hasText: people.said.invited });
    await expect(said).toBeVisible();
    const roomBelow = async () => {
      const below = await page.getByRole('region', { name: people.list }).boundingBox();
      const notice = await said.boundingBox();
      return (below?.y ?? 0) - (notice?.y ?? 0) - (notice?.height ?? 0);
    };
    await expect.poll(roomBelow, 'room below the notice').toBe(24);
    const row = page
      .getByRole('region', { name: people.list })
      .getByRole('listitem')
      .filter({ hasText: email });
    await expect(row).toContainText(name);
    await expect(row).toContainText(people.pending);

    const context = await browser.newContext({ storageState: nobody });
    const theirs = await context.newPage();
    const mail = await newestSignInMail(page.request, email);
    expect(mail.subject).toBe(fill(accounts.mail.joined.subject, { name: content.site.name }));
    await followLink(theirs, mail.link);
    await expect(theirs).toHaveURL(/\/portal$/);
    const tabs = theirs.getByRole('navigation', { name: words.navigation });
    await expect(tabs.getByRole('link', { name: words.tabs.projects })).toBeVisible();
    await expect(tabs.getByRole('link', { name: words.tabs.invoices })).toHaveCount(0);
    await expect(theirs.locator('main')).not.toContainText('INV-');

    await theirs.goto(project);
    await expect(theirs.locator('#project-files')).toContainText(mix.name);
    await expect(theirs.locator('#project-files')).toContainText(content.project.fileStates.waiting);
    await expect(theirs.getByRole('button', { name: projectWords.files.approve })).toHaveCount(0);
    await expect(theirs.locator('main')).not.toContainText('INV-');
    const fileId = sampleIdOf('file', 'mix-v2');
    const heard = await theirs.request.get(`/portal/files/${fileId}/listen`, {
      headers: { range: 'bytes=0-99' },
    });
    expect(heard.status()).toBe(206);
    const origin = new URL(theirs.url()).origin;
    const headers = { accept: 'application/json', origin };
    const comment = { fileId, commentId: randomUUID(), at: '0:01', content: 'The quay is too loud here.' };
    const written = await theirs.request.post(`${project}?do=add-comment`, { form: comment, headers });
    expect(written.status(), await written.text()).toBe(200);
    for (const [path, form] of [
      [`${project}?do=approve-file`, { fileId, sha256: '0'.repeat(64) }],
      ['/portal/people?do=invite', { name: 'Somebody', email: 'somebody@halfmoon.example', may: 'approve' }],
      [
        `/portal/invoices/${sampleIdOf('invoice', 1042)}?do=mark-paid`,
        { invoiceId: sampleIdOf('invoice', 1042) },
      ],
    ] as const) {
      expect((await theirs.request.post(path, { form, headers })).status(), path).toBe(403);
    }
    for (const path of ['/portal/invoices', `/portal/invoices/${sampleIdOf('invoice', 1042)}/pdf`])
      expect((await theirs.request.get(path)).status(), path).toBe(403);
    await theirs.goto('/portal/invoices');
    await expect(theirs.getByRole('heading', { level: 1 })).toHaveText(accounts.approversOnly.title);

    // The approver sees who wrote it.
    await page.goto(`${project}?file=${fileId}#player`);
    await expect(page.getByText('The quay is too loud here.').first()).toBeVisible();
    await expect(page.locator('main')).toContainText(name);

    await theirs.goto('/portal/people');
    await expect(theirs.getByText(email)).toBeVisible();
    await expect(theirs.getByRole('button', { name: people.remove })).toHaveCount(0);
    await page.goto('/portal/people');
    await row.getByRole('button', { name: people.remove }).click();
    await expect(page.getByText(people.said.removed)).toBeVisible();
    await expect(row).toHaveCount(0);
    // Their open page closes by itself.
    await expect(theirs.getByText(email)).toHaveCount(0);
    expect((await theirs.request.get('/portal', { maxRedirects: 0 })).status()).toBe(403);
    await context.close();
  },
);
