import notices from '#content/notices.yaml';
import { fill, nameOf } from '#src/platform/fill.ts';
import type { MailItem } from './notice-mail-kinds.ts';

export type NoticeGroup = {
  /** Null for what belongs to no project. */
  readonly project: string | null;
  readonly sentences: readonly string[];
  readonly links: readonly { readonly label: string; readonly path: string }[];
};

const several = {
  'message-received': notices.client.lines['messages-received'],
  'comment-received': notices.client.lines['comments-received'],
  'message-sent': notices.team.lines['messages-sent'],
  'comment-added': notices.team.lines['comments-added'],
} as const;

const one = { ...notices.client.lines, ...notices.team.lines } as const;

/** Says what one or, by the same author about the same thing, several items are. */
function sentenceOf(items: readonly MailItem[]): string {
  const [first] = items;
  if (!first) throw new Error('There is nothing to say');
  const { kind, details } = first;
  const template = items.length > 1 && kind in several ? several[kind as keyof typeof several] : one[kind];
  return fill(template, {
    author: nameOf(details['author'], notices.unnamed),
    file: nameOf(details['file'], notices.nameless),
    invoice: nameOf(details['invoice'], ''),
    count: String(items.length),
  });
}

function linkOf({ kind, projectId }: MailItem): { label: string; path: string } {
  const { open } = notices.client;
  const onProject = (under: string) => (projectId ? `${under}/projects/${projectId}` : under);
  switch (kind) {
    case 'file-waiting':
      return { label: open.file, path: onProject('/portal') };
    case 'comment-received':
      return { label: open.project, path: onProject('/portal') };
    case 'message-received':
      return {
        label: open.messages,
        path: `/portal/messages${projectId ? `?project=${projectId}` : ''}`,
      };
    case 'invoice-issued':
    case 'invoice-overdue':
      return { label: open.invoices, path: '/portal/invoices' };
    default:
      return { label: notices.team.open, path: onProject('/desk') };
  }
}

/** What a mail says, project by project: a sentence for each thing that happened, and where to see it. */
export function noticeGroupsOf(items: readonly MailItem[]): NoticeGroup[] {
  const byProject = Map.groupBy(items, ({ projectId }) => projectId);
  return [...byProject.values()].map((ofProject) => {
    const same = ({ kind, details, madeAt }: MailItem) =>
      kind in several
        ? JSON.stringify([kind, details['author'], details['file']])
        : JSON.stringify([kind, details, madeAt]);
    const links = new Map(ofProject.map((item) => [linkOf(item).path, linkOf(item)]));
    const project = ofProject[0]?.projectName ?? null;
    return {
      project: project === null ? null : nameOf(project, '', 300),
      sentences: [...Map.groupBy(ofProject, same).values()].map(sentenceOf),
      links: [...links.values()],
    };
  });
}
