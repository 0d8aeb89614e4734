import { expect, vi } from 'vitest';
import words from '#content/assistant.yaml';
import { chat as chatWords } from '#content/conversations.yaml';
import type { SentLine } from '../conversations/conversation-hub.ts';
import { createChat } from './chat.ts';
import { createTeamChat } from './team-chat.ts';
import type { TeamAnswer } from './team-connection.ts';

const begun = { status: 200, begun: true, token: 'token' };

/** A browser tab with a server whose responses the test sets. */
export function makeTab() {
  const kept = new Map<string, string>();
  const storage = () => ({
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
  const posts: { readonly path: string; readonly fields: Readonly<Record<string, string>> }[] = [];
  const streams: { path: string; hear: (kind: string, data?: unknown) => void; readyState: number }[] = [];
  let ids = 0;
  /** The server's responses by path without query; a promise is resolved by the test. */
  const answers = new Map<string, TeamAnswer | Promise<TeamAnswer>>([['/chat', begun]]);
  const host = {
    post: vi.fn((path: string, fields: Readonly<Record<string, string>>) => {
      posts.push({ path, fields });
      return Promise.resolve(answers.get(path) ?? { status: 200 });
    }),
    get: () => Promise.resolve<TeamAnswer>(answers.get('presence') ?? { status: 0 }),
    openStream: (path: string) => {
      const listeners = new Map<string, (event: { data: string }) => void>();
      const stream = {
        path,
        readyState: 1,
        hear: (kind: string, data: unknown = null) => listeners.get(kind)?.({ data: JSON.stringify(data) }),
        addEventListener: (kind: string, listener: (event: { data: string }) => void) =>
          void listeners.set(kind, listener),
        close: () => void (stream.readyState = 2),
      };
      streams.push(stream);
      return stream as unknown as EventSource;
    },
    newId: () => `id-${(ids += 1)}`,
  };
  /** Opens a page of the tab; a second call simulates a reload or navigation. */
  const openPage = () => {
    const chat = createChat(words, storage);
    const team = createTeamChat(chat, chatWords, storage, host);
    team.resume();
    return { chat, team, shown: () => chat.read().map(({ sender, message }) => `${sender}: ${message}`) };
  };
  /** Sends a line to the most recently opened stream. */
  const come = (line: Partial<SentLine> & Pick<SentLine, 'seq'>) =>
    streams.at(-1)?.hear('line', {
      writtenAs: `line-${line.seq}`,
      kind: 'text',
      sender: 'team',
      authorName: 'Ada Brandt',
      content: '',
      atMs: 0,
      ...line,
    });
  return { kept, posts, streams, answers, host, openPage, come };
}

/** A tab whose visitor has requested a person. */
export async function makeWaitingTab() {
  const tab = makeTab();
  const page = tab.openPage();
  expect(await page.team.ask()).toBe('begun');
  return { ...tab, ...page };
}

/** Lets pending responses arrive. */
export const settle = () => vi.advanceTimersByTimeAsync(0);
