import type { EventReader } from './event-stream.ts';

export type Follower = { readonly reader: EventReader; after: number | null };

/** All who follow one client. */
export type Following = { readonly followers: Set<Follower>; isDue: boolean; isReading: boolean };

/** Who follows whom, by client and by session. */
export function createFollowers() {
  const byClient = new Map<string, Following>();
  const perSession = new Map<string, number>();
  return {
    of: (clientId: string): Following | null => byClient.get(clientId) ?? null,
    clientIds: (): string[] => [...byClient.keys()],
    everybody: (): Follower[] => [...byClient.values()].flatMap(({ followers }) => [...followers]),
    countOf: (sessionId: string): number => perSession.get(sessionId) ?? 0,
    /** Returns how they leave. */
    add(reader: EventReader): () => void {
      const { clientId, sessionId, after } = reader;
      const following = byClient.get(clientId) ?? { followers: new Set(), isDue: false, isReading: false };
      const follower: Follower = { reader, after };
      following.followers.add(follower);
      byClient.set(clientId, following);
      perSession.set(sessionId, (perSession.get(sessionId) ?? 0) + 1);
      return () => {
        if (!following.followers.delete(follower)) return;
        const left = (perSession.get(sessionId) ?? 0) - 1;
        if (left > 0) perSession.set(sessionId, left);
        else perSession.delete(sessionId);
        if (following.followers.size === 0 && byClient.get(clientId) === following) byClient.delete(clientId);
      };
    },
  };
}

export type Followers = ReturnType<typeof createFollowers>;
