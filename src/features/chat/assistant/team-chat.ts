import type { Content } from '#content/schemas.ts';
import { fill } from '#src/platform/fill.ts';
import type { Chat } from './chat.ts';
import type { ChatStorage } from './chat-storage.ts';
import {
  requestAgain,
  startConversation,
  refusalOf,
  announceTeam,
  type Started,
  type TeamParts,
} from './request-person.ts';
import {
  createFollower,
  createSender,
  postAction,
  type TeamHost,
  createTeamStore,
  type TeamStore,
} from './team-connection.ts';
import {
  isWithTeam,
  messageOf,
  withLine,
  type Address,
  type TeamRecord,
  type PendingLine,
} from './team-record.ts';

type Words = Content<'conversations'>['chat'];

/** Errors by field; '' is an error of the whole form. */
export type AddressErrors = Readonly<Record<string, string>>;

/** Whether a team member is available; `why` explains if not. */
export type Presence = { readonly isAvailable: true } | { readonly isAvailable: false; readonly why: string };

export interface TeamChat {
  /** Returns the conversation with the team; the same object until it changes. */
  readonly read: () => TeamRecord | null;
  readonly subscribe: (listener: () => void) => () => void;
  /** Resolves to whether a person is available now, and why not; null if unknown. */
  readonly findPresence: () => Promise<Presence | null>;
  /** Requests a person. The chat shows why if none is available. */
  readonly ask: () => Promise<Started>;
  /** True if the visitor's lines go to the team and the assistant is silent. */
  readonly isTalking: () => boolean;
  /** Returns a note about who replies. */
  readonly note: () => string;
  /** Returns the status text of a pending line; undefined once it is stored. */
  readonly statusOf: (line: PendingLine) => string | undefined;
  /** Sends a line, exactly as typed, until it is stored. */
  readonly sendLine: (content: string) => void;
  /** Removes a refused line. */
  readonly withdrawLine: (writtenAs: string) => void;
  /** Stores the entered address until it is sent or the conversation ends, across pages. */
  readonly storeAddress: (address: Address) => void;
  /** Sends the address. Resolves to its errors; empty on success. */
  readonly leaveAddress: (name: string, email: string) => Promise<AddressErrors>;
  readonly end: () => Promise<void>;
  /** Sets whether the visitor sees new lines. */
  readonly show: (isOpen: boolean) => void;
  /** Follows the conversation and sends pending lines: at the start, and when the browser is online again. */
  readonly resume: () => void;
  /** Closes the connection when the page is left. */
  readonly pause: () => void;
  /** Resumes on a page restored from the back-forward cache, with changes made by other pages. */
  readonly restore: () => void;
  /** Loads the state that another page of the browser has just stored. */
  readonly sync: () => void;
}

async function end({ chat, store, host, words }: TeamParts, leave: (reason: string) => void): Promise<void> {
  const { token = '', state } = store.read() ?? {};
  const { status } = await postAction(host, token, 'end');
  if (status !== 200 && status !== 404) chat.addMessage({ sender: 'event', message: words.failed });
  else if (store.read()?.token === token) leave(state === 'mailed' ? words.closed : words.ended);
}

async function findPresence({ host, words }: TeamParts): Promise<Presence | null> {
  const answer = await host.get('/chat');
  if (answer.isOpen === true) return { isAvailable: true };
  return answer.isOpen === false ? { isAvailable: false, why: refusalOf(answer, words) } : null;
}

async function leaveAddress({ store, host, words }: TeamParts, address: Address): Promise<AddressErrors> {
  const { token = '' } = store.read() ?? {};
  const { status, error, errors = [] } = await postAction(host, token, 'leave-address', address);
  const record = store.read();
  if (status === 200) {
    if (record?.token === token) store.become({ ...record, state: 'mailed', address: undefined });
    return {};
  }
  if (errors.length === 0) return { '': error ?? words.failed };
  return Object.fromEntries(errors.map(({ field, message }) => [field, message]));
}

/** Returns the visitor's actions on their lines. */
const linesOf = (store: TeamStore, host: TeamHost, send: () => Promise<void>) => ({
  sendLine: (content: string): void => {
    const { token = '' } = store.read() ?? {};
    const line = { writtenAs: host.newId(), content, state: 'sending' } as const;
    store.changePending(token, (lines) => [...lines, line]);
    void send();
  },
  storeAddress: (address: Address): void => {
    const record = store.read();
    if (record) store.become({ ...record, address });
  },
  withdrawLine: (writtenAs: string): void => {
    const { token = '' } = store.read() ?? {};
    store.changePending(token, (lines) => lines.filter((line) => line.writtenAs !== writtenAs));
  },
});

/** Moves unsent lines into the chat when the conversation ends. */
function movePendingToChat({ chat, store, words }: TeamParts): void {
  for (const { writtenAs, content, state, error } of store.read()?.pending ?? []) {
    const fate = state === 'stored' ? {} : { fate: error ?? words.notSent };
    chat.addMessage({ sender: 'user', message: content, line: writtenAs, ...fate });
  }
}

/** Returns what the panel shows of the conversation. */
const viewOf = (store: TeamStore, words: Words) => ({
  isTalking: () => isWithTeam(store.read()),
  note(): string {
    const { state, name = '', isSlow, after, pending = [] } = store.read() ?? {};
    if (state === 'live' && !isSlow) return fill(words.live, { name });
    if (state === 'waiting' && after === 0 && pending.length === 0) return words.begun;
    return state === 'mailed' ? words.mailed : words.waiting;
  },
  statusOf: ({ state, error }: PendingLine) =>
    ({
      sending: words.sending,
      late: error ?? words.late,
      refused: error ?? words.notSent,
      stored: undefined,
    })[state],
});

/** Returns the functions that follow the conversation. */
function followingOf(
  store: TeamStore,
  follower: ReturnType<typeof createFollower>,
  send: () => Promise<void>,
) {
  const resume = () => {
    follower.open();
    void send();
  };
  return {
    resume,
    pause: follower.close,
    restore(): void {
      // If storage is blocked, this page's state is used.
      store.reread(store.read());
      resume();
    },
  };
}

/** Tracks whether the visitor sees new lines, which then count as read. */
function seeingOf(store: TeamStore) {
  let isOpen = false;
  return {
    isOpen: () => isOpen,
    show(now: boolean): void {
      isOpen = now;
      const record = store.read();
      if (isOpen && record?.isUnread) store.become({ ...record, isUnread: false });
    },
  };
}

/** Creates this browser's conversation with the team, shown in its chat. Nothing is sent before `ask`. */
export function createTeamChat(
  chat: Chat,
  words: Words,
  storage: () => ChatStorage,
  host: TeamHost,
): TeamChat {
  const tell = (message: string) => chat.addMessage({ sender: 'event', message });
  const store = createTeamStore(storage, ({ state, name }) =>
    tell(state === 'live' ? fill(words.quiet, { name }) : words.slow),
  );
  const parts = { chat, store, host, words };
  let askedAs = host.newId();

  function leave(reason?: string): void {
    follower.close();
    movePendingToChat(parts);
    store.become(null);
    if (reason) tell(reason);
  }
  const send = createSender(store, host, leave);
  const follower = createFollower(store, host, (line) => {
    const record = store.read();
    if (!record || line.seq <= record.after) return;
    chat.addMessage(messageOf(line, words));
    store.become(withLine(record, line, seeing.isOpen(), Date.now()));
    if (line.kind === 'ended' || line.kind === 'left') leave();
  });

  const following = followingOf(store, follower, send);
  const seeing = seeingOf(store);

  async function ask(): Promise<Started> {
    const known = store.read();
    const again = known ? await requestAgain(parts, known.token) : 'over';
    if (again === 'over') {
      if (known && store.read()?.token === known.token) leave();
      const begun = await startConversation(parts, askedAs);
      if (begun !== 'begun') return begun;
      askedAs = host.newId();
      follower.open();
    } else if (again !== 'begun') return again;
    announceTeam(chat, words);
    return 'begun';
  }
  return {
    ...viewOf(store, words),
    ...linesOf(store, host, send),
    read: store.read,
    subscribe: store.subscribe,
    findPresence: () => findPresence(parts),
    ask,
    end: () => end(parts, leave),
    leaveAddress: (name, email) => leaveAddress(parts, { name, email }),
    show: (isOpen) => seeing.show(isOpen),
    sync() {
      const token = store.read()?.token;
      store.reread(null);
      seeing.show(seeing.isOpen());
      if (store.read()?.token !== token) following.resume();
    },
    ...following,
  };
}
