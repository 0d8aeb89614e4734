import { safeNameOf } from '#src/platform/http/attachment-name.ts';
import { fileNameOf } from '../file-name.tsx';

/** The parts of a name that was uploaded with its folders, each a name that every system can store. */
function partsOf(name: string): string[] {
  const parts = fileNameOf(name)
    .split(/[/\\]/)
    .map((part) =>
      safeNameOf(part)
        .replaceAll(/[<>:"|?*]/g, '_')
        .replace(/(?<![. ])[. ]+$/, '')
        .trimStart(),
    )
    .filter((part) => part !== '')
    // Windows keeps these for devices, whatever ending they have.
    .map((part) => (/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(part) ? `_${part}` : part));
  return parts.length > 0 ? parts : ['file'];
}

const numbered = (path: string, number: number) =>
  number === 1 ? path : path.replace(/(\.[^./]{1,15})?$/, (ending: string) => ` (${number})${ending}`);

/**
 * The names of files in an archive, in their order: with the folders they were uploaded with, none leading out of it, and no
 * two the same on a system that knows no capitals. A file whose name is taken gets a number, as does one called as a folder.
 */
export function archiveNamesOf(names: readonly string[]): string[] {
  const paths = names.map(partsOf);
  const taken = new Set(
    paths.flatMap((parts) =>
      parts.slice(1).map((_, index) =>
        parts
          .slice(0, index + 1)
          .join('/')
          .toLowerCase(),
      ),
    ),
  );
  const lastNumbers = new Map<string, number>();
  return paths.map((parts) => {
    const path = parts.join('/');
    let number = lastNumbers.get(path.toLowerCase()) ?? 1;
    while (taken.has(numbered(path, number).toLowerCase())) number++;
    const name = numbered(path, number);
    taken.add(name.toLowerCase());
    lastNumbers.set(path.toLowerCase(), number);
    return name;
  });
}
