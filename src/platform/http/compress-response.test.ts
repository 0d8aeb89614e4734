import { expect, test } from 'vitest';
import { useTestServer } from './http-server.fixture.ts';

const server = useTestServer();

// How the framework ends a response that failed halfway.
test.each(['identity', 'gzip', 'br'])(
  'an answer that breaks off ends its connection, for who takes %s',
  async (encoding) => {
    for (const type of ['application/zip', 'text/html']) {
      server.pages = (_request, response) => {
        response.writeHead(200, { 'content-type': type, 'content-length': '100000' });
        response.write('the beginning');
        response.write('broken', () => response.destroy());
      };
      const headers = { 'accept-encoding': encoding };
      await expect(server.ask('/files.zip', { headers }), type).rejects.toThrow(/aborted|hang up/);
    }
  },
);
