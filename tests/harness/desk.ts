import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { content, entryWith } from './content.ts';
import { expect } from './test.ts';
import { test as base } from './studio.ts';

/** A project that no other test uses. */
export type OwnProject = { readonly id: string; readonly name: string; readonly path: string };

interface Fixtures {
  /** Performs one action at the desk, as a program would; returns the JSON response. */
  act: (path: string, form: Record<string, string>) => Promise<{ next: string; version?: string }>;
  project: OwnProject;
}

const wantsJson = { accept: 'application/json' };

/** The client of the sample studio who owns the projects. */
export const sampleClient = entryWith(content.sample.clients, 'key', 'runa');

/** The sample client's id. */
export async function sampleClientId(team: APIRequestContext): Promise<string> {
  const page = await (await team.get('/desk/projects/new')).text();
  const id = new RegExp(`<option value="([\\da-f-]{36})">${sampleClient.name}`).exec(page)?.[1];
  if (id === undefined) throw new Error('The sample client is not there');
  return id;
}

/** Tests with a signed-in team member and a separate project. */
export const test = base.extend<Fixtures>({
  context: async ({ context, team }, use) => {
    await context.addCookies((await team.storageState()).cookies);
    await use(context);
  },
  act: async ({ team }, use) => {
    await use(async (path, form) => {
      const answer = await team.post(path, { form, headers: wantsJson });
      expect(answer.status(), await answer.text()).toBe(200);
      return (await answer.json()) as { next: string };
    });
  },
  project: async ({ team, act }, use) => {
    const name = `Lowtide ${randomUUID().slice(0, 8)}`;
    const clientId = await sampleClientId(team);
    const { next: path } = await act('/desk/projects/new?do=create', {
      clientId,
      name,
      description: 'Adaptive score.',
      progress: '10',
    });
    await use({ id: path.slice(path.lastIndexOf('/') + 1), name, path });
  },
});

export { expect };
