import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import words from '#content/today.yaml';
import { makeLead } from '#src/features/calls/times/calls.fixture.ts';
import { issueInvoice } from '#src/features/invoices/issue-invoice.ts';
import { reportPayment } from '#src/features/invoices/invoices.ts';
import { setFollowUp } from '#src/features/leads/lead-page/change-lead.ts';
import { sendMessage } from '#src/features/messages/send-message.ts';
import { writeMails } from '#src/features/notifications/outbox/outbox.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import { requestChanges } from '#src/features/files/approvals/approve-file.ts';
import { makeFile } from '#src/features/files/store/stored-bytes.fixture.ts';
import { soundMeasurements } from '#src/features/files/measurements/sound-measurement.table.ts';
import { testServices } from '#src/features/projects/test-project.fixture.ts';
import { addComment } from '#src/features/review/player/comments.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { Services } from '#src/platform/services/services.ts';
import { todayActionsOf } from './today-actions.ts';
import { minutesOn, openTodayOf, storeCallRow } from './today.fixture.ts';

const now = minutesOn(60);
const until = (minutes: number) => String(minutesOn(minutes).getTime());

describeOnOneDatabase('on Today', (openDatabase) => {
  async function openActions() {
    const { db } = await openDatabase();
    const studio = await openTodayOf(db);
    const services = { ...testServices(now), db, secret: 'a secret' } as unknown as Services;
    const actions = todayActionsOf('/desk?kind=message');
    const act = (name: string, entries: Entries, person = { ...studio.team, canSeeMoney: true }) =>
      actions[name]?.({
        services,
        entries,
        params: {},
        session: { id: person.id, person, isComplete: true, isRecent: true },
      });
    return { db, ...studio, act };
  }

  test('each kind is done by its button, and the page stays with its filter', async () => {
    const { db, act, linesAt, team, client, projectId } = await openActions();
    const leadId = await makeLead(db, minutesOn(0));
    await setFollowUp(db, now, team, { leadId, followUp: { on: '2026-11-20', note: '' } });
    const call = { clientId: client.clientId, state: 'booked' };
    const callId = await storeCallRow(db, team.id, {
      ...call,
      startsAt: minutesOn(-60),
      endsAt: minutesOn(-30),
    });
    const { fileId } = await makeFile(db, team, projectId, { needsApproval: false });
    await db.update(soundMeasurements).set({ state: 'measured' });
    const comment = { id: randomUUID(), projectId, fileId, atMs: 0, untilMs: null, content: 'Louder' };
    await addComment(db, testServices(), client, comment);
    const terms = { projectId, amountCents: 250_000, description: 'Mix', dueOn: '2026-12-12' };
    const issued = await db.transaction((tx) => issueInvoice(tx, testServices(), team, terms));
    const invoiceId = issued.ok ? issued.invoiceId : '';
    await reportPayment(db, testServices(), client, invoiceId);
    await writeMails(db, now, [{ kind: 'client-notice', clientId: client.clientId }]);
    const [mail] = await db.update(outbox).set({ state: 'failed', settledAt: now }).returning();
    const kinds = async () => (await linesAt(now)).map(({ kind }) => kind);
    expect(await kinds()).toContain('failed-email');
    const offered = (await linesAt(now)).flatMap(({ actions = [] }) => actions.map(({ action }) => action));
    expect(offered).toEqual(
      expect.arrayContaining([
        'answer',
        'follow-up',
        'happened',
        'missed',
        'resolve',
        'confirm-invoice',
        'retry',
      ]),
    );
    const done = { ok: true, next: '/desk?kind=message' };
    expect(await act('answer', { lead: leadId })).toMatchObject(done);
    expect(await act('follow-up', { lead: leadId })).toMatchObject(done);
    expect(await act('happened', { call: callId })).toMatchObject(done);
    expect(await act('resolve', { project: projectId, comment: comment.id })).toMatchObject(done);
    expect(await act('confirm-invoice', { invoiceId })).toMatchObject(done);
    await db.update(outbox).set({ state: 'failed', settledAt: now });
    expect(await act('retry', { mail: mail?.id ?? '' })).toMatchObject(done);
    await db.update(outbox).set({ state: 'sent' });
    expect(await kinds()).toEqual([]);
  });

  test('a message that needs no answer leaves the list', async () => {
    const { db, act, linesAt, client, projectId } = await openActions();
    await sendMessage(db, testServices(), client, { id: randomUUID(), projectId, content: 'Thanks!' });
    const [line] = await linesAt(now);
    const [button] = line?.actions ?? [];
    expect(await act(button?.action ?? '', button?.fields ?? {})).toMatchObject({
      ok: true,
      next: '/desk?kind=message',
    });
    expect(await linesAt(now)).toEqual([]);
  });

  test('a handled request for changes leaves the list, and returns by undoing', async () => {
    const { db, act, linesAt, team, client, projectId } = await openActions();
    const file = await makeFile(db, team, projectId);
    await db.update(soundMeasurements).set({ state: 'measured' });
    await requestChanges(db, testServices(), client, { projectId, ...file, content: 'Gulls quieter' });
    const [line] = await linesAt(now);
    const row = { kind: 'change-request', item: line?.item ?? '', seen: until(0) };
    expect(await act('handle', row)).toEqual({
      ok: true,
      next: `/desk?kind=message&handled=change-request%3A${row.item}`,
    });
    expect(await linesAt(now)).toEqual([]);
    expect(await act('unhandle', row)).toMatchObject({ ok: true, next: '/desk?kind=message' });
    expect(await linesAt(now)).toHaveLength(1);
  });

  test('is read one by one or all at once, up to what the page showed', async () => {
    const { db, act, unreadAt, client, projectId } = await openActions();
    const send = (minutes: number) =>
      sendMessage(db, testServices(minutesOn(minutes)), client, {
        id: randomUUID(),
        projectId,
        content: 'A word',
      });
    await makeLead(db, minutesOn(1));
    await send(1);
    await act('read', { kind: 'message', item: projectId, seen: until(1) });
    expect(await unreadAt(now)).toEqual(['lead']);
    await send(3);
    await act('read-all', { kind: '', seen: until(2) });
    expect(await unreadAt(now)).toEqual(['message']);
    await act('read-all', { kind: 'message', seen: '99999999999999' });
    expect(await unreadAt(now)).toEqual([]);
    await send(61);
    expect(await unreadAt(minutesOn(70)), 'nothing is read in advance').toEqual(['message']);
  });

  test('refuses what it does not know, and what has changed in the meantime', async () => {
    const { act, team, projectId } = await openActions();
    const unknown = { kind: 'message', item: projectId, seen: until(0) };
    for (const entries of [
      {},
      { ...unknown, kind: 'x' },
      { ...unknown, item: '\0' },
      { ...unknown, seen: 'x' },
    ])
      for (const name of ['read', 'handle', 'unhandle'])
        expect(await act(name, entries), name).toMatchObject({ ok: false, status: 404 });
    const poor = { ...team, canSeeMoney: false };
    expect(await act('read', { ...unknown, kind: 'payment' }, poor as never)).toMatchObject({ status: 404 });
    expect(await act('read-all', {})).toMatchObject({ ok: false, status: 404 });
    expect(await act('read-all', { kind: 'x', seen: until(0) })).toMatchObject({ ok: false, status: 404 });
    for (const name of ['answer', 'follow-up', 'happened', 'missed', 'resolve', 'confirm-invoice']) {
      const fields = ['lead', 'call', 'comment', 'invoiceId'].map((field) => [field, randomUUID()]);
      const entries = { project: projectId, ...Object.fromEntries(fields) };
      expect(await act(name, entries), name).toMatchObject({ status: 409, error: words.errors.gone });
      expect(await act(name, {}), name).toMatchObject({ ok: false, status: 404 });
    }
  });
});
