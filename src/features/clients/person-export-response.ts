import { validate as isUuid } from 'uuid';
import { recordActivity } from '#src/features/accounts/people/record-activity.ts';
import type { Session } from '#src/features/accounts/sessions/session.ts';
import type { Services } from '#src/platform/services.ts';
import type { Subject } from './erase-person.ts';
import { exportPerson } from './export-person.ts';

/** Everything about a person as a JSON file, and the record of who took it. */
export async function personExportResponse(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  session: Session | null,
  subject: Subject,
): Promise<Response> {
  const id = 'leadId' in subject ? subject.leadId : subject.clientId;
  const now = clock.now();
  const exported = session && isUuid(id) ? await exportPerson(db, subject, now) : null;
  if (!exported || !session) return new Response('Not found\n', { status: 404 });
  await recordActivity(db, now, session.person, { kind: 'person-exported', ...subject });
  return new Response(JSON.stringify(exported, null, 2), {
    headers: {
      'cache-control': 'private, no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="person-${id}.json"`,
    },
  });
}
