import { randomUUID } from 'node:crypto';
import { fill } from '#src/platform/fill.ts';
import { content } from '../harness/content.ts';
import { followLink, newestSignInMail, signInAsMember } from '../harness/sign-in.ts';
import { expect, test } from '../harness/studio-browsers.ts';

const { 'desk-clients': words } = content;
const { edit, merge, fields } = words;

test(
  'creates, edits and merges a client; their open page follows, and the old URL redirects',
  { tag: '@default' },
  async ({ page: desk, createBrowserToken, team, freshEmail, faults }) => {
    test.slow();
    faults.allow(/status of 409/);
    await signInAsMember(desk, team, freshEmail);
    const mark = randomUUID().slice(0, 8);
    const create = async (client: string, email: string) => {
      await desk.goto('/desk/clients/new');
      await desk.getByLabel(fields.client).fill(client);
      await desk.getByLabel(fields.person, { exact: true }).fill(`Ana of ${client}`);
      await desk.getByLabel(fields.email, { exact: true }).fill(email);
      await desk.getByRole('button', { name: words.new.submit }).click();
      await expect(desk.getByRole('heading', { level: 1 })).toHaveText(client);
      return new URL(desk.url()).pathname;
    };
    const gone = await create(`Gone ${mark}`, `wrong@${mark}.example`);
    // The client is erased with all its people, and every control is large enough for a finger.
    await expect(desk.getByText(content.desk.client.eraseTitle, { exact: true })).toBeVisible();
    // The complete export contains amounts, which an invited member does not see.
    await expect(desk.getByText(content.desk.client.exportHint)).toHaveCount(0);
    for (const summary of await desk.locator('main summary').all())
      await expect.poll(async () => (await summary.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await desk.getByRole('link', { name: content.desk.client.edit }).click();
    await desk.getByLabel(edit.client).fill(`Leaving ${mark}`);
    await desk.getByRole('button', { name: edit.save, exact: true }).click();
    await expect(desk.getByText(edit.saved)).toBeVisible();
    await desk.getByLabel(fields.email, { exact: true }).fill(`ana@${mark}.example`);
    await desk.getByRole('button', { name: `${edit.save}: Ana of Gone ${mark}` }).click();
    await expect(desk.getByText(edit.saved)).toBeVisible();

    const staying = await create(`Staying ${mark}`, `bo@${mark}.example`);
    await desk.goto('/desk/clients/new');
    await desk.getByLabel(fields.client).fill('Another');
    await desk.getByLabel(fields.person, { exact: true }).fill('Another');
    await desk.getByLabel(fields.email, { exact: true }).fill(`BO@${mark}.example`);
    await desk.getByRole('button', { name: words.new.submit }).click();
    await expect(desk.locator('#email-error')).toContainText(
      fill(words.errors.known, { client: `Staying ${mark}` }),
    );
    const clientId = staying.slice(staying.lastIndexOf('/') + 1);
    const project = { clientId, name: `Project ${mark}`, description: '', progress: '0' };
    await team.post('/desk/projects/new?do=create', { form: project });

    const portal = await createBrowserToken();
    await portal.goto('/sign-in');
    await portal.request.post('/sign-in?do=ask-code', { form: { email: `ana@${mark}.example` } });
    await followLink(portal, (await newestSignInMail(portal.request, `ana@${mark}.example`)).link);
    await portal.goto('/portal/projects');
    await expect(portal.getByText(project.name)).toHaveCount(0);

    const watched = await createBrowserToken(team);
    await watched.goto(gone);
    await desk.goto(gone);
    await desk.getByRole('link', { name: content.desk.client.merge }).click();
    await desk.getByRole('button', { name: merge.next }).click();
    await expect(desk.locator('#into-error')).toHaveText(merge.errors.missing);
    await desk.getByRole('combobox', { name: merge.into }).selectOption(clientId);
    await desk.getByRole('button', { name: merge.next }).click();
    await expect(desk.getByRole('region', { name: `Leaving ${mark}` })).toContainText(merge.forever);
    await desk.getByRole('button', { name: merge.submit }).click();
    await expect(desk).toHaveURL(staying);
    await expect(desk.getByText(`Ana of Gone ${mark}`).first()).toBeVisible();
    await expect(portal.getByText(project.name).first()).toBeVisible();
    await expect(watched).toHaveURL(staying);
    await desk.goto(gone);
    await expect(desk).toHaveURL(staying);
  },
);
