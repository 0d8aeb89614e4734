import type { May } from '#src/features/accounts/people/person.table.ts';
import notices from '#content/notices.yaml';
import { mailedNoticeOf, type Audience } from '#src/features/notices/kinds/known-kinds.ts';
import { fill, nameOf } from '#src/platform/fill.ts';
import type { MailItem, MailPicture } from './notice-mail-kinds.ts';

export type NoticeGroup = {
  /** Null for what belongs to no project. */
  readonly project: string | null;
  readonly sentences: readonly string[];
  /** Pictures of the files that the mail is about. */
  readonly pictures: readonly MailPicture[];
  readonly links: readonly { readonly label: string; readonly path: string }[];
};

/** Says what one or, by the same author about the same thing, several items are. */
function sentenceOf(audience: Audience, items: readonly MailItem[], may: May | null): string {
  const [first] = items;
  if (!first) throw new Error('There is nothing to say');
  const { kind, details } = first;
  const { one, several } = mailedNoticeOf(audience, kind, may);
  return fill(items.length > 1 && several !== null ? several : one, {
    author: nameOf(details['author'], notices.unnamed),
    file: nameOf(details['file'], notices.nameless),
    invoice: nameOf(details['invoice'], ''),
    amount: nameOf(details['amount'], notices.unknown),
    due: nameOf(details['due'], notices.unknown),
    count: String(items.length),
  });
}

const linkOf = (audience: Audience, { kind, projectId, subjectId }: MailItem) => {
  const { label, path } = mailedNoticeOf(audience, kind).link;
  return { label, path: path({ projectId, subjectId }) };
};

/** The text of a mail, project by project: a sentence for each change, and links to it. */
export function noticeGroupsOf(
  audience: Audience,
  items: readonly MailItem[],
  may: May | null,
): NoticeGroup[] {
  const byProject = Map.groupBy(items, ({ projectId }) => projectId);
  return [...byProject.values()].map((ofProject) => {
    const same = ({ kind, details, madeAt }: MailItem) => {
      const { several } = mailedNoticeOf(audience, kind);
      if (several === null) return JSON.stringify([kind, details, madeAt]);
      return JSON.stringify([kind, details['author'], several.includes('{file}') && details['file']]);
    };
    const links = new Map(ofProject.map((item) => [linkOf(audience, item).path, linkOf(audience, item)]));
    const project = ofProject[0]?.projectName ?? null;
    return {
      project: project === null ? null : nameOf(project, '', 300),
      pictures: [...new Map(ofProject.map(({ subjectId, picture }) => [subjectId, picture])).values()].filter(
        (picture) => picture !== null,
      ),
      sentences: [...Map.groupBy(ofProject, same).values()].map((alike) => sentenceOf(audience, alike, may)),
      links: [...links.values()],
    };
  });
}
