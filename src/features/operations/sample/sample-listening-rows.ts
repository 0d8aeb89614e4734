import sample from '#content/sample.yaml';
import { tokenHashOf } from '#src/features/accounts/people/secret-text.ts';
import { linkTokenOf } from '#src/features/sharing/links/link-secrets.ts';
import type {
  listeningGuests,
  listeningLinks,
  listeningVisits,
} from '#src/features/sharing/links/listening.table.ts';
import type { SampleCalendar } from './sample-calendar.ts';
import { sampleIdOf } from './sample-id.ts';
import { samplePersonOf } from './sample-people.ts';

type SampleLink = (typeof sample)['listening'][number];

type ListeningRows = {
  readonly links: (typeof listeningLinks.$inferInsert)[];
  readonly guests: (typeof listeningGuests.$inferInsert)[];
  readonly visits: (typeof listeningVisits.$inferInsert)[];
};

const linkRowOf = (
  { key, project, file, name, by, made, ends, mayDownload }: SampleLink,
  secret: string,
  { momentOf }: SampleCalendar,
) => {
  const id = sampleIdOf('link', key);
  const maker = samplePersonOf(by);
  return {
    id,
    tokenHash: tokenHashOf(linkTokenOf(secret, id)),
    projectId: sampleIdOf('project', project),
    recordingId: file === undefined ? null : sampleIdOf('file', file),
    name,
    mayComment: true,
    mayDownload,
    namesProject: false,
    madeBy: maker.id,
    madeByName: maker.name,
    madeAt: momentOf(made),
    expiresAt: momentOf(ends),
  };
};

/** Links of content/sample.yaml with who listened. `secret` is the installation's, of which their addresses are made. */
export const sampleListeningRows = (secret: string, calendar: SampleCalendar): ListeningRows => {
  const { momentOf } = calendar;
  const guests = sample.listening.flatMap((link) =>
    link.guests.map((guest, index) => ({ link, guest, key: `${link.key} ${index}` })),
  );
  return {
    links: sample.listening.map((link) => linkRowOf(link, secret, calendar)),
    guests: guests.map(({ link, guest, key }) => ({
      id: sampleIdOf('guest', key),
      linkId: sampleIdOf('link', link.key),
      tokenHash: key,
      name: guest.name ?? null,
      userAgent: guest.browser,
      visits: guest.visits,
      firstAt: momentOf(guest.first),
      lastAt: momentOf(guest.last),
    })),
    visits: guests.flatMap(({ guest, key }) =>
      guest.heard.map((file) => ({
        guestId: sampleIdOf('guest', key),
        fileId: sampleIdOf('file', file),
        visits: guest.visits,
        firstAt: momentOf(guest.first),
        lastAt: momentOf(guest.last),
      })),
    ),
  };
};
