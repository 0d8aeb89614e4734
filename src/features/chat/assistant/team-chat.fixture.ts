import { expect, vi } from 'vitest';
import words from '#content/assistant.yaml';
import { chat as chatWords } from '#content/conversations.yaml';
import type { SentLine } from '../conversations/conversation-hub.ts';
import { createChat } from './chat.ts';
import { createTeamChat } from './team-chat.ts';
import type { TeamAnswer } from './team-connection.ts';

const begun = { status: 200, begun: true, token: 'token' };

/** A browser's tab, with a server that answers what the test says. */
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
  /** The server's answers by path without query; a promise is an answer that the test gives later. */
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
  /** A page of the tab; another is what a reload or a link leads to. */
  const openPage = () => {
    const chat = createChat(words, storage);
    const team = createTeamChat(chat, chatWords, storage, host);
    team.resume();
    return { chat, team, shown: () => chat.read().map(({ sender, message }) => `${sender}: ${message}`) };
  };
  /** The server sends a line to the stream that was opened last. */
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

/** A tab whose visitor has asked for a person. */
export async function makeWaitingTab() {
  const tab = makeTab();
  const page = tab.openPage();
  expect(await page.team.ask()).toBe('begun');
  return { ...tab, ...page };
}

/** Lets what was answered arrive. */
export const settle = () => vi.advanceTimersByTimeAsync(0);
