import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accessPolicy } from '#src/features/accounts/access/access-policy.ts';
import {
  mayPass,
  type Access,
  type AccessPolicy,
  refuseRequest,
} from '#src/features/accounts/access/access.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import type { ClientPerson, Person, Session } from '#src/features/accounts/sessions/session.ts';
import { findInvoicesPage } from '#src/features/invoices/portal/find-invoices-page.ts';
import { reportPayment } from '#src/features/invoices/invoices.ts';
import { withdrawPayment } from '#src/features/invoices/reopen-invoice.ts';
import { findInvoice } from '#src/features/invoices/sheet/find-invoice.ts';
import { findMessagesPage } from '#src/features/messages/find-messages.ts';
import { sendMessage } from '#src/features/messages/send-message.ts';
import { clearNotifications } from '#src/features/notifications/panel/notifications.ts';
import { findDashboard } from '#src/portal/dashboard/find-dashboard.ts';
import { findProject } from '#src/portal/project/find-project.ts';
import { findBoard, listProjectIds } from '#src/features/projects/client-board.tsx';
import { makeColleague } from '#src/features/projects/test-project.fixture.ts';
import { approveFile } from '#src/features/files/approvals/approve-file.ts';
import {
  markCommentDone,
  reopenComment,
  addComment,
  replyToComment,
} from '#src/features/review/player/comments.ts';
import { listReaders } from '#src/features/review/player/mentions.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { changeMay, endAccess, enablePerson, mailPerson } from './client-people.ts';
import { inviteColleague, listColleagues } from './invite-colleague.ts';
import { openCompany, services, type Company } from './company.fixture.ts';

type Attempt = (db: Db, who: ClientPerson, of: Company) => Promise<boolean>;

const isOk = async (outcome: Promise<{ readonly ok: boolean } | boolean>) => {
  const done = await outcome;
  return typeof done === 'boolean' ? done : done.ok;
};

/**
 * What a client's person reads or does with a company's data, by the same functions as the pages; each returns true if
 * it succeeded.
 */
const attempts: Readonly<Record<string, Attempt>> = {
  'read a project': async (db, who, { projectId }) =>
    (await findProject(db, who, { projectId, fileId: null })) !== null,
  'read a recording': async (db, who, { projectId, fileId }) =>
    (await findProject(db, who, { projectId, fileId })) !== null,
  'see a project on the board': async (db, { clientId }, { projectId }) =>
    (await findBoard(db, clientId)).some((column) => column.projects.some(({ id }) => id === projectId)),
  'learn of a project on the site': async (db, { clientId }, { projectId }) =>
    (await listProjectIds(db, clientId)).includes(projectId),
  'see a project on the dashboard': async (db, who, { projectId }) =>
    (await findDashboard(db, who)).projects.some(({ id }) => id === projectId),
  'read messages': async (db, { clientId }, { projectId }) =>
    (await findMessagesPage(db, clientId, { projectId, before: null })) !== null,
  'write a message': (db, who, { projectId }) =>
    isOk(sendMessage(db, services, who, { id: randomUUID(), projectId, content: 'Hello' })),
  comment: (db, who, { projectId, fileId }) =>
    isOk(addComment(db, services, who, { id: randomUUID(), projectId, fileId, atMs: 0, content: 'Hm' })),
  reply: (db, who, { projectId, commentId }) =>
    isOk(
      replyToComment(db, services, who, { id: randomUUID(), projectId, replyTo: commentId, content: 'Yes' }),
    ),
  'mark a comment as done': (db, who, { projectId, commentId }) =>
    isOk(markCommentDone(db, services, who, { projectId, commentId })),
  'open a comment again': (db, who, { projectId, commentId }) =>
    isOk(reopenComment(db, services, who, { projectId, commentId })),
  'clear a notification': (db, who, { notificationId }) =>
    isOk(clearNotifications(db, services, who, notificationId)),
  'be named in a comment': async (db, who, { projectId }) =>
    (await listReaders(db, projectId, 'team')).some(({ id }) => id === who.id),
  'see the people': async (db, { clientId }, { first }) =>
    (await listColleagues(db, clientId)).some(({ id }) => id === first.id),
};

/** What the policy denies to listeners: attempted as an approver. */
const approving: Readonly<Record<string, Attempt>> = {
  'read an invoice': async (db, { clientId }, { invoiceId }) =>
    (await findInvoice(db, clientId, invoiceId)) !== null,
  'see an invoice in the list': async (db, { clientId }, { invoiceId }) =>
    (await findInvoicesPage(db, clientId, { today: '2026-11-20', before: null })).invoices.some(
      ({ id }) => id === invoiceId,
    ),
  'report a payment': (db, who, { invoiceId }) => isOk(reportPayment(db, services, who, invoiceId)),
  'withdraw a report': (db, who, { invoiceId }) => isOk(withdrawPayment(db, services, who, invoiceId)),
  'approve a file': (db, who, { projectId, fileId, sha256 }) =>
    isOk(approveFile(db, services, who, { projectId, fileId, sha256 })),
};

/** Returns a new person of one's own company for an approver; otherwise an existing person of the company. */
async function targetOf(db: Db, who: ClientPerson, { clientId, everybody }: Company) {
  if (who.clientId === clientId && who.permission === 'approve')
    return { clientId, personId: (await makeColleague(db, clientId, 'Mika Sund', 'listen')).id };
  return { clientId, personId: everybody.find(({ id }) => id !== who.id)?.id ?? '' };
}

/**
 * Changes to the people of a company: the permission is checked again each time, so listeners are refused here, too.
 */
const managing: Readonly<Record<string, Attempt>> = {
  'invite somebody': (db, who, { clientId }) => {
    const named = { name: 'Somebody', email: `${randomUUID()}@sample.example` };
    return isOk(inviteColleague(db, services, who, { clientId, ...named, permission: 'listen' }));
  },
  'change what somebody may': async (db, who, company) => {
    const { clientId, personId } = await targetOf(db, who, company);
    return changeMay(db, services, who, { clientId, personId, permission: 'approve' });
  },
  'remove somebody': async (db, who, company) =>
    endAccess(db, services, who, await targetOf(db, who, company)),
  'let somebody in again': async (db, who, company) => {
    const key = await targetOf(db, who, company);
    if (who.permission === 'approve' && who.clientId === key.clientId)
      await endAccess(db, services, company.team, key);
    return enablePerson(db, services, who, key);
  },
  'mail an invitation again': async (db, who, company) =>
    mailPerson(db, services, who, await targetOf(db, who, company)),
};

const sessionOf = (person: Person): Session => ({ id: 's', person, isComplete: true, isRecent: true });

const declared = Object.entries(accessPolicy as AccessPolicy).flatMap(([route, methods]) =>
  Object.entries(methods).flatMap(([method, access]): [string, Access][] =>
    typeof access === 'string'
      ? [[`${method} ${route}`, access]]
      : Object.entries(access).map(([action, one]) => [`${method} ${route}?do=${action}`, one]),
  ),
);

/** Returns true for portal actions and pages that require an approver. */
const ofApprovers = (asked: string) =>
  /\/portal\/invoices|do=(?:approve-file|request-changes|share-files)|portal\/people\?do=|\/share/.test(
    asked,
  );

describeOnOneDatabase('the people of several companies', (open) => {
  test('access the data of their own company, within their permissions, and nothing of another’s', async () => {
    const { db } = await open();
    const companies = [await openCompany(db), await openCompany(db), await openCompany(db)];
    const wrong: string[] = [];
    let cases = 0;
    const check = (title: string, is: boolean, expected: boolean) => {
      cases += 1;
      if (is !== expected) wrong.push(`${title}: ${is}`);
    };
    for (const [at, home] of companies.entries()) {
      for (const who of home.everybody) {
        for (const [there, company] of companies.entries()) {
          const isOwn = company === home;
          const name = `${who.name} of ${at} at ${there}`;
          for (const [what, attempt] of Object.entries(attempts))
            check(`${name}: ${what}`, await attempt(db, who, company), isOwn);
          for (const [what, attempt] of Object.entries(approving)) {
            if (who.permission === 'approve')
              check(`${name}: ${what}`, await attempt(db, who, company), isOwn);
          }
          for (const [what, attempt] of Object.entries(managing))
            check(`${name}: ${what}`, await attempt(db, who, company), isOwn && who.permission === 'approve');
        }
        for (const [asked, access] of declared.filter(([each]) => each.includes(' /portal'))) {
          check(
            `${who.permission}: ${asked}`,
            mayPass(access, sessionOf(who)),
            who.permission === 'approve' || !ofApprovers(asked),
          );
          const away = refuseRequest(access, sessionOf(who), {
            method: 'GET',
            headers: new Headers(),
            from: '/portal',
          });
          if (!mayPass(access, sessionOf(who))) check(`${asked} is closed`, away.kind === 'page', true);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(cases).toBeGreaterThan(800);
  });

  test('see nothing of invoices if they are listeners', async () => {
    const { db } = await open();
    const { everybody, projectId } = await openCompany(db);
    for (const who of everybody) {
      const seen = JSON.stringify([
        await findDashboard(db, who),
        await findProject(db, who, { projectId, fileId: null }),
      ]);
      expect(/INV-\d|invoice-/.test(seen), who.permission).toBe(who.permission === 'approve');
    }
  });

  test.each<[string, (db: Db, company: Company, personId: string) => Promise<unknown>]>([
    [
      'may only listen',
      (db, { clientId, first }, personId) =>
        changeMay(db, services, first, { clientId, personId, permission: 'listen' }),
    ],
    [
      'were removed',
      (db, { clientId, first }, personId) => endAccess(db, services, first, { clientId, personId }),
    ],
    [
      'are another client’s',
      async (db, _company, personId) => {
        const { clientId } = await openCompany(db);
        return db.update(people).set({ clientId }).where(eq(people.id, personId));
      },
    ],
  ])('cannot do anything once they are %s, whatever their page shows', async (_how, change) => {
    const { db } = await open();
    const company = await openCompany(db);
    const { clientId, first, everybody } = company;
    const [, second] = everybody;
    if (!second) throw new Error('nobody');
    expect(await change(db, company, second.id)).toBeTruthy();
    for (const [what, attempt] of Object.entries(managing))
      expect(await attempt(db, second, company), what).toBe(false);
    expect(await endAccess(db, services, first, { clientId, personId: first.id }), 'themselves').toBe(false);
  });

  test('are no longer listed or emailed invitations once removed', async () => {
    const { db } = await open();
    const { clientId, first, everybody } = await openCompany(db);
    const personId = everybody[1]?.id ?? '';
    const isListed = async () => (await listColleagues(db, clientId)).some(({ id }) => id === personId);
    const mail = () => mailPerson(db, services, first, { clientId, personId });
    expect([await isListed(), await mail()]).toEqual([true, true]);
    expect(await endAccess(db, services, first, { clientId, personId })).toBe(true);
    expect([await isListed(), await mail()]).toEqual([false, false]);
  });

  test('who remove each other at once leave one of them', async () => {
    const { db } = await open();
    const { clientId, first, everybody } = await openCompany(db);
    const second = everybody[1] ?? first;
    const done = await Promise.all([
      endAccess(db, services, first, { clientId, personId: second.id }),
      endAccess(db, services, second, { clientId, personId: first.id }),
    ]);
    expect(done.filter(Boolean)).toHaveLength(1);
  });
});
