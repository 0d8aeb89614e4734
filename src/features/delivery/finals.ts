import words from '#content/handover.yaml';
import { fileLabelOf } from '#src/features/files/file-name.tsx';
import type { ProjectFile } from '#src/features/files/list-project-files.ts';
import { recordingsIn } from '#src/features/files/recording-versions.ts';
import { isPlayed } from '#src/features/files/store/file-type.ts';
import { fill, nameOf } from '#src/platform/fill.ts';
import { listText } from '#src/workspace/count-words.ts';

const { delivered: texts } = words;

/** Returns true for masters and mixes: what can be played, is no stem, and was not sent by the client. */
export const isMasterOrMix = (file: ProjectFile): boolean =>
  isPlayed(file) &&
  (!file.isFromClient || file.needsApproval) &&
  !/(?:^|[\W_])stems?(?:[\W_]|$)/i.test(file.name);

/** Returns the version of a recording that counts: the last approved one, else the one shown first, else the newest. */
const finalOf = (versions: readonly ProjectFile[]) =>
  versions.findLast(({ approvedAt }) => approvedAt !== null) ??
  versions.find(({ isPinned }) => isPinned) ??
  versions.at(-1);

/** Returns the final files of a project, by name: one version of each master and mix. */
export function finalsOf(files: readonly ProjectFile[]): ProjectFile[] {
  const finals = recordingsIn(files.filter(isMasterOrMix)).flatMap(({ versions }) => finalOf(versions) ?? []);
  const order = new Intl.Collator(undefined, { numeric: true });
  return finals.toSorted((one, other) => order.compare(one.name, other.name));
}

/** Maximum number of names in a sentence. */
const mostNamed = 8;

/** Lists names in a sentence; after the first ones only how many there are. */
export function namesText(names: readonly string[]): string {
  const named = names.slice(0, mostNamed).map((name) => nameOf(name, ''));
  const others = names.length - named.length;
  return listText([...named, ...(others > 0 ? [fill(texts.ask.others, { count: String(others) })] : [])]);
}

/** Names the final files in one of these sentences; '' if there are none. */
export function finalsText(
  finals: readonly ProjectFile[],
  [one, several]: readonly [string, string] = texts.finals,
): string {
  if (finals.length === 0) return '';
  const files = namesText(finals.map((file) => fileLabelOf(file)));
  return fill(finals.length === 1 ? one : several, { count: String(finals.length), files });
}
