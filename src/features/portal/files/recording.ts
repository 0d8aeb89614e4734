import type { ProjectFile } from '#src/features/portal/projects/find-project.ts';

type Recording = {
  readonly file: ProjectFile;
  /** Every version of it with itself, the lowest first; none where its name tells of no version. */
  readonly versions: readonly { readonly id: string; readonly number: number }[];
};

/** Mix_v2.wav is version 2 of "Mix_.wav"; null for a name that tells of no version. */
function versionOf(name: string): { base: string; number: number } | null {
  const parts = /^(.*[^a-z])v(\d{1,4})(\.[^.]*)?$/i.exec(name);
  return parts && { base: `${parts[1]}${parts[3] ?? ''}`.toLowerCase(), number: Number(parts[2]) };
}

/**
 * The recording that the player shows, of files with the newest first: the one asked for, else the newest that waits for an
 * approval, else the newest.
 */
export function recordingOf(files: readonly ProjectFile[], fileId: string | null): Recording | null {
  const sounds = files.filter(({ kind }) => kind === 'audio');
  const waiting = sounds.find(({ needsApproval, approvedAt }) => needsApproval && !approvedAt);
  const file = fileId === null ? (waiting ?? sounds[0]) : sounds.find(({ id }) => id === fileId);
  if (!file) return null;
  const base = versionOf(file.name)?.base;
  const versions = sounds.flatMap(({ id, name }) => {
    const version = versionOf(name);
    return version && version.base === base ? [{ id, number: version.number }] : [];
  });
  return { file, versions: versions.toReversed().toSorted((a, b) => a.number - b.number) };
}
