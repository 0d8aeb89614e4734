import type { FileStore } from './file-store.ts';

/**
 * Commits a row that names bytes which were just stored, and removes these where there is none in the end. `isNamed` says
 * whether a row has them.
 */
export async function commitStored<Answer extends { readonly ok: boolean } | null>(
  store: Pick<FileStore, 'remove'>,
  storageKey: string,
  { commit, isNamed }: { readonly commit: () => Promise<Answer>; readonly isNamed: () => Promise<boolean> },
): Promise<Answer> {
  try {
    const answer = await commit();
    if (!answer?.ok) await store.remove(storageKey);
    return answer;
  } catch (error) {
    // The commit may have worked although its answer was lost: then a row names these bytes. Where that is unknown, they stay.
    if (!(await isNamed().catch(() => true))) await store.remove(storageKey);
    throw error;
  }
}
