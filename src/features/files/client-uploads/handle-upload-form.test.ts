import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { people } from '#src/features/accounts/people/person.table.ts';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { makeColleague, makePerson, testNow } from '#src/features/projects/test-project.fixture.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { clientUploads, pendingClientUploads } from './client-upload.table.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { useTestServer } from '#src/platform/http/http-server.fixture.ts';
import type { Services } from '#src/platform/services/services.ts';
import { handleUploadForm } from './handle-upload-form.ts';
import { makeUploads } from '../uploads/uploads.fixture.ts';

/** Posts files of these sizes like a browser without scripts; returns the status and the query of the redirect. */
async function sendForm(services: Services, person: Person, sizes: readonly number[], projectId: string) {
  const form = new FormData();
  for (const size of sizes) form.append('file', new File([new Uint8Array(size)], `../${size}.bin`));
  const address = `http://studio.example/portal/uploads?project=${projectId}`;
  const encoded = new Response(form);
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
  const request = new Request(address, { method: 'POST', headers, body: await encoded.arrayBuffer() });
  const answer = await handleUploadForm(request, { services, person });
  return [answer.status, answer.headers.get('location')?.split('?')[1] ?? null];
}

const server = useTestServer();

describeOnOneDatabase('files in a form of a client', (open) => {
  test("share the same limit and only reach the client's own projects", async () => {
    const { db, client, projectId, services, left } = await makeUploads(await open(), 'inbox');
    await db.update(projects).set({ sentLimitBytes: 1000 }).where(eq(projects.id, projectId));
    const other = await makePerson(db, 'client', 'Somebody else');
    const send = (person: Person, sizes: readonly number[], of = projectId) =>
      sendForm(services, person, sizes, of);
    expect(await send(other, [1])).toEqual([404, null]);
    expect(await send(client, [1], 'x')).toEqual([404, null]);
    expect(await send(client, [])).toEqual([303, 'unsent=none#sent-files']);
    expect(await send(client, [0, 600])).toEqual([303, null]);
    expect(await send(client, [300, 200])).toEqual([303, 'unsent=space#sent-files']);
    expect(await send(client, [16_000_001])).toEqual([303, 'unsent=size#sent-files']);
    const both = await Promise.all([1, 2].map(() => send(client, [60])));
    for (const reason of [null, 'unsent=space#sent-files'])
      expect(both.filter(([, said]) => said === reason)).toHaveLength(1);
    const stored = await db
      .select({ name: clientUploads.name })
      .from(clientUploads)
      .orderBy(clientUploads.sizeBytes);
    expect(stored.map(({ name }) => name)).toEqual(['../0.bin', '../60.bin', '../300.bin', '../600.bin']);
    expect(await left('files')).toHaveLength(4);
    expect(await db.$count(pendingClientUploads)).toBe(0);
  });

  test("are refused if the sender's access ended during the request", async () => {
    const { db, client, projectId, services, left } = await makeUploads(await open(), 'inbox');
    await db.update(people).set({ disabledAt: testNow }).where(eq(people.id, client.id));
    expect(await sendForm(services, client, [1], projectId)).toEqual([404, null]);
    expect([await db.$count(clientUploads), await left('files')]).toEqual([0, []]);
  });

  test('are read two at a time per person, however long they take', async () => {
    const { db, client, projectId, services } = await makeUploads(await open(), 'inbox');
    const colleague = await makeColleague(db, client.clientId, 'Jo Listener', 'listen');
    const slow = (person: Person) => {
      const stop = new AbortController();
      const body = new ReadableStream({
        start: (controller) => stop.signal.addEventListener('abort', () => controller.close()),
      });
      const headers = { 'content-type': 'multipart/form-data; boundary=x' };
      const address = `http://studio.example/portal/uploads?project=${projectId}`;
      const init = { method: 'POST', headers, body, duplex: 'half' };
      const request = new Request(address, init);
      return { stop, answer: handleUploadForm(request, { services, person }) };
    };
    const underWay = [slow(client), slow(client), slow(colleague)];
    const refused = await slow(client).answer;
    expect([refused.status, refused.headers.get('content-type')]).toEqual([429, 'text/plain; charset=utf-8']);
    for (const { stop } of underWay) stop.abort();
    const statuses = await Promise.all(underWay.map(async ({ answer }) => (await answer).status));
    expect(statuses).toEqual([303, 303, 303]);
    expect((await sendForm(services, client, [1], projectId))[0]).toBe(303);
    expect(await db.$count(clientUploads)).toBe(1);
  });

  test('are refused and drained if too large without a declared length', async () => {
    const { db, client, projectId, services } = await makeUploads(await open(), 'inbox');
    server.pages = async (incoming, outgoing) => {
      const headers = { 'content-type': String(incoming.headers['content-type']) };
      const init = { method: 'POST', headers, body: incoming as unknown as BodyInit, duplex: 'half' };
      const request = new Request(new URL(incoming.url ?? '', server.address), init);
      const answer = await handleUploadForm(request, { services, person: client });
      outgoing.writeHead(answer.status, Object.fromEntries(answer.headers)).end();
    };
    const headers = 'Content-Type: multipart/form-data; boundary=x\r\nTransfer-Encoding: chunked';
    const form = `POST /uploads?project=${projectId} HTTP/1.1\r\nHost: studio.example\r\n${headers}\r\n\r\n`;
    const chunk = `f4240\r\n${'x'.repeat(1_000_000)}\r\n`;
    // The next request on this connection is answered only if the whole form was drained.
    const next = 'GET /healthz HTTP/1.1\r\nHost: studio.example\r\nConnection: close\r\n\r\n';
    const replies = await server.send(`${form}${chunk.repeat(20)}0\r\n\r\n${next}`);
    expect(replies).toContain(`\r\nlocation: /portal/projects/${projectId}?unsent=size#sent-files\r\n`);
    expect(replies.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 303', 'HTTP/1.1 200']);
    expect(await db.$count(clientUploads)).toBe(0);
  });
});
