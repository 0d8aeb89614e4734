import { expect, onTestFinished, test, vi } from 'vitest';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { uploadStoreOf } from './upload-store.ts';
import { bytes, makeUploads } from './uploads.fixture.ts';

const comeBytes = 100_000;

describeOnOneDatabase('an upload under way', (open) => {
  test('is answered with its offset before a server stop cuts it off, and resumes from there', async () => {
    const { services, stopping, team, begin, send, patch } = await makeUploads(await open());
    const id = await begin(team);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const body = new ReadableStream({ start: (stream) => stream.enqueue(bytes.subarray(0, comeBytes)) });
    const headers = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
    const sent = send(team, 'PATCH', id, { headers, body, duplex: 'half' } as RequestInit);
    const { files } = await uploadStoreOf(services);
    while ((await files.getUpload(id)).offset < comeBytes) await new Promise(setImmediate);
    stopping.abort();
    // The server cuts remaining requests after ten seconds.
    await vi.advanceTimersByTimeAsync(9000);
    const answer = await sent;
    expect([answer.status, answer.headers.get('upload-offset')]).toEqual([204, String(comeBytes)]);
    vi.useRealTimers();
    expect((await patch(team, id, comeBytes)).status).toBe(204);
  });
});
