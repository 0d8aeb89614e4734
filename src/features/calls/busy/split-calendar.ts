/** A component of a calendar: the lines of the properties that say when, and nothing of what it is about. */
export type Part = { readonly kind: 'VEVENT' | 'VFREEBUSY' | 'VTIMEZONE'; readonly lines: readonly string[] };

export type Split = {
  readonly parts: readonly Part[];
  /** How many components have no end. */
  readonly broken: number;
};

const kinds = ['VEVENT', 'VFREEBUSY', 'VTIMEZONE'] as const;

const kept = new Set([
  'UID',
  'SEQUENCE',
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

/**
 * Takes a calendar apart, so that what is wrong with one event spoils no other: a title that is badly written never reaches the
 * parser. Null where the text is no calendar.
 */
export function splitCalendar(text: string): Split | null {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replaceAll(/(?:\r\n|\n|\r)[ \t]/g, '')
    .split(/\r\n|\n|\r/);
  if (
    lines
      .find((line) => line.trim() !== '')
      ?.trim()
      .toUpperCase() !== 'BEGIN:VCALENDAR'
  )
    return null;
  const parts: Part[] = [];
  let broken = 0;
  let open: { kind: Part['kind']; lines: string[]; depth: number } | null = null;
  for (const line of lines) {
    const [, edge = '', name = ''] = /^(BEGIN|END):\s*([\w-]+)/i.exec(line) ?? [];
    const kind = kinds.find((one) => one === name.toUpperCase());
    const begins = edge.toUpperCase() === 'BEGIN';
    if (kind && begins) {
      if (open) broken += 1;
      open = { kind, lines: [], depth: 0 };
    } else if (open && edge !== '') {
      if (begins) open.depth += 1;
      else if (open.depth === 0) {
        if (kind === open.kind) parts.push({ kind, lines: open.lines });
        else broken += 1;
        open = null;
        continue;
      } else open.depth -= 1;
      if (open.kind === 'VTIMEZONE') open.lines.push(line);
    } else if (open && (open.kind === 'VTIMEZONE' || (open.depth === 0 && kept.has(nameOf(line)))))
      open.lines.push(line);
  }
  return { parts, broken: broken + (open ? 1 : 0) };
}
