/** A component of a calendar: only the lines with its times, not its description. */
export type Part = { readonly kind: 'VEVENT' | 'VFREEBUSY' | 'VTIMEZONE'; readonly lines: readonly string[] };

export type Split = {
  readonly parts: readonly Part[];
  /** The number of components without an END line. */
  readonly broken: number;
  /** The number of other components: tasks, journal entries, availability. */
  readonly others: number;
};

const kinds = ['VEVENT', 'VFREEBUSY', 'VTIMEZONE'] as const;

const timeProperties = new Set([
  'UID',
  'DTSTART',
  'DTEND',
  'DURATION',
  'RRULE',
  'EXRULE',
  'RDATE',
  'EXDATE',
  'RECURRENCE-ID',
  'STATUS',
  'TRANSP',
  'X-MICROSOFT-CDO-BUSYSTATUS',
  'FREEBUSY',
]);

const nameOf = (line: string) => (/^[\w-]+/.exec(line)?.[0] ?? '').toUpperCase();

const linesOf = (text: string) =>
  text
    .replace(/^\uFEFF/, '')
    .replaceAll(/(?:\r\n|\n|\r)[ \t]/g, '')
    .split(/\r\n|\n|\r/);

const isCalendar = (lines: readonly string[]) =>
  lines
    .find((line) => line.trim() !== '')
    ?.trim()
    .toUpperCase() === 'BEGIN:VCALENDAR';

/**
 * Splits a calendar into components, so that one malformed event does not affect others. Returns null if the text is
 * not a calendar.
 */
export function splitCalendar(text: string): Split | null {
  const lines = linesOf(text);
  if (!isCalendar(lines)) return null;
  const parts: Part[] = [];
  let broken = 0;
  let others = 0;
  let open: { kind: Part['kind'] | null; lines: string[]; depth: number } | null = null;
  for (const line of lines) {
    const [, edge = '', written = ''] = /^(BEGIN|END):\s*([\w-]+)/i.exec(line) ?? [];
    const name = written.toUpperCase();
    const kind = kinds.find((one) => one === name);
    const begins = edge.toUpperCase() === 'BEGIN';
    if (kind && begins) {
      if (open) broken += 1;
      open = { kind, lines: [], depth: 0 };
    } else if (open && edge !== '') {
      if (begins) open.depth += 1;
      else if (open.depth === 0) {
        if (open.kind && kind === open.kind) parts.push({ kind, lines: open.lines });
        else if (open.kind) broken += 1;
        open = null;
        continue;
      } else open.depth -= 1;
      if (open.kind === 'VTIMEZONE') open.lines.push(line);
    } else if (open) {
      const isWanted = open.depth === 0 && timeProperties.has(nameOf(line));
      if (open.kind === 'VTIMEZONE' || (open.kind && isWanted)) open.lines.push(line);
    } else if (begins && name !== 'VCALENDAR') {
      others += 1;
      open = { kind: null, lines: [], depth: 0 };
    }
  }
  return { parts, broken: broken + (open ? 1 : 0), others };
}

/** A property of a component, `NAME;PARAMETER=value:value`, with names and parameters in upper case. */
export type ContentLine = {
  readonly name: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly value: string;
};

const linePattern = /^([\w-]+)((?:;[^:;="]+=(?:"[^"]*"|[^":;,]*)(?:,(?:"[^"]*"|[^":;,]*))*)*):(.*)$/;

/** Parses an unfolded line; null if it is malformed. */
export function contentLineOf(line: string): ContentLine | null {
  const [, name, parameters = '', value = ''] = linePattern.exec(line) ?? [];
  if (name === undefined) return null;
  const pairs = [...parameters.matchAll(/;([^:;="]+)=((?:"[^"]*"|[^":;])*)/g)].map(
    ([, key = '', text = '']) => [key.trim().toUpperCase(), text.replaceAll('"', '').trim()] as const,
  );
  return { name: name.toUpperCase(), parameters: new Map(pairs), value: value.trim() };
}
