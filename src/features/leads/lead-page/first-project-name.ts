import words from '#content/desk.yaml';
import type { LeadDetails } from './find-lead.ts';

const longestName = 120;

/** What a lead's first project may be called, by what they have sent: "Sonic Branding, Halfmoon Pictures". */
export function firstProjectNameOf({ lead, submissions }: Pick<LeadDetails, 'lead' | 'submissions'>): string {
  const counted = submissions.filter(({ isHeld }) => !isHeld).toReversed();
  const typed = (...names: readonly string[]) =>
    counted.flatMap(({ fields }) => names.map((name) => fields[name]?.trim() ?? '')).find(Boolean);
  const [latest] = counted;
  const what =
    typed('project', 'project_type', 'service') ?? (latest ? words.inbox.sources[latest.form] : '');
  const whose = typed('company') ?? lead.name;
  return [...[what, whose].filter(Boolean).join(', ')].slice(0, longestName).join('');
}
