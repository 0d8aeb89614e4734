import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type APIRequestContext } from '@playwright/test';
import { postOfPrintedLink } from './printed-link.ts';
import { copyReadyData } from './ready-data.ts';
import { test as base } from './test.ts';
import { spawnServer } from './spawn-server.ts';

interface Studio {
  readonly address: string;
  /** The team's sign-in link, as printed at start. Works once. */
  readonly teamLink: string;
  /** The sample client's sign-in link. Works once. */
  readonly clientLink: string;
}

/** The cookies of a signed-out browser. */
export const nobody = { cookies: [], origins: [] };

interface WorkerFixtures {
  /** A separate, empty studio for the tests. */
  studio: Studio;
  /** Requests of a signed-in team member, by the printed link. */
  team: APIRequestContext;
}

/** Tests that check the data received by the studio. */
export const test = base.extend<object, WorkerFixtures>({
  studio: [
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'antinode-studio-'));
      const dataDir = join(folder, 'data');
      copyReadyData(dataDir);
      const server = spawnServer({
        PORT: '0',
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        TRUSTED_PROXIES: '127.0.0.1,::1',
      });
      const printed = await server.says('Data ');
      const lineOf = (label: string) => new RegExp(`^${label}\\s+(\\S+)$`, 'm').exec(printed)?.[1] ?? '';
      await use({
        address: lineOf('Site'),
        teamLink: lineOf('Team desk'),
        clientLink: lineOf('Client portal'),
      });
      server.process.kill('SIGTERM');
      await server.exited;
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  team: [
    async ({ studio, playwright }, use) => {
      // Without the cookies of the first test, whose session signing in would end.
      const team = await playwright.request.newContext({ baseURL: studio.address, storageState: nobody });
      const answer = await team.post(postOfPrintedLink(studio.teamLink), { maxRedirects: 0 });
      expect(answer.status(), 'the printed link signs in').toBe(303);
      await use(team);
      await team.dispose();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ studio }, use) => use(studio.address),
});
