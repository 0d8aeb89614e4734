import type { May } from '#src/features/accounts/people/person.table.ts';
import notices from '#content/notices.yaml';
import { mailedNoticeOf, type Audience } from '../kinds/known-kinds.ts';
import { projectPage } from '../kinds/notice-pages.ts';
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

/** The most links for one project; a mail about more things links to the project instead. */
const mostLinks = 5;

/** Fills a sentence or a label with what is known of an item. */
const filled = (template: string, { details }: MailItem, count = 1) =>
  fill(template, {
    author: nameOf(details['author'], notices.unnamed),
    file: nameOf(details['file'], notices.nameless),
    at: nameOf(details['at'], notices.unknown),
    invoice: nameOf(details['invoice'], ''),
    amount: nameOf(details['amount'], notices.unknown),
    due: nameOf(details['due'], notices.unknown),
    count: String(count),
  });

/** Says what one or, by the same author about the same thing, several items are. */
function sentenceOf(audience: Audience, items: readonly MailItem[], may: May | null): string {
  const [first] = items;
  if (!first) throw new Error('There is nothing to say');
  const { one, several } = mailedNoticeOf(audience, first.kind, may);
  return filled(items.length > 1 && several !== null ? several : one, first, items.length);
}

type Link = NoticeGroup['links'][number];

/** Returns the links to what the items of a project are about, each once; if they are too many, one to the project. */
function linksOf(audience: Audience, items: readonly MailItem[]): Link[] {
  const side = audience === 'client' ? '/portal' : '/desk';
  const { open } = audience === 'client' ? notices.client : notices.team;
  const linkTo = (item: MailItem): Link => {
    const { label, path } = mailedNoticeOf(audience, item.kind).link;
    return { label: filled(label, item), path: path(item) };
  };
  const links = [...new Map(items.map(linkTo).map((link) => [link.path, link])).values()];
  const [first] = items;
  return links.length > mostLinks && first
    ? [{ label: open.project, path: projectPage(side)(first) }]
    : links;
}

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
    const project = ofProject[0]?.projectName ?? null;
    return {
      project: project === null ? null : nameOf(project, '', 300),
      pictures: [...new Map(ofProject.map(({ subjectId, picture }) => [subjectId, picture])).values()].filter(
        (picture) => picture !== null,
      ),
      sentences: [...Map.groupBy(ofProject, same).values()].map((alike) => sentenceOf(audience, alike, may)),
      links: linksOf(audience, ofProject),
    };
  });
}
