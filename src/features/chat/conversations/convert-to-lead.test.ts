import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import words from '#content/conversations.yaml';
import { leads, submissions } from '#src/features/leads/lead.table.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { longest } from '#src/platform/field.schema.ts';
import { joinConversation } from './change-conversation.ts';
import { listLineTexts, makeChatStudio, stateOf } from './conversation.fixture.ts';
import { leaveAddress, convertToLead, transcriptOf } from './convert-to-lead.ts';
import { postAsTeam, postAsVisitor } from './post-line.ts';

const address = { name: 'Runa Vestergaard', email: 'runa@studio.example' };

describeOnOneDatabase('a conversation with an address', (open) => {
  test('becomes one message of a waiting lead, with the whole transcript', async () => {
    const { db } = await open();
    const { parts, ada, begin } = await makeChatStudio(db);
    const { id } = await begin();
    const idOf = () => ({ conversationId: id, writtenAs: randomUUID() });
    await postAsVisitor(db, parts, { ...idOf(), content: 'Do you mix in Atmos?' });
    await joinConversation(db, parts, ada, { id, from: null });
    await postAsTeam(db, parts, ada, { ...idOf(), content: 'We do.' });
    const leave = () => leaveAddress(db, parts, { conversationId: id, network: 'a network', ...address });
    const [first, ...repeats] = await Promise.all([leave(), leave(), leave()]);
    expect(first).toMatchObject({ ok: true });
    expect(repeats).toEqual([first, first]);
    const [lead, ...others] = await db.select().from(leads);
    expect(others).toEqual([]);
    expect(lead).toMatchObject({ ...address, status: 'lead', waitingSince: parts.clock.now() });
    const message = 'Visitor: Do you mix in Atmos?\nAda Brandt: We do.';
    expect(await db.select().from(submissions)).toMatchObject([
      { leadId: lead?.id, form: 'message', fields: { ...address, message }, isHeld: false },
    ]);
    expect(parts.rules.enqueued).toEqual([id]);
    expect(await stateOf(db, id)).toBe('mailed');
    expect((await listLineTexts(db, id)).at(-1)).toBe('4 visitor mailed');
  });

  test('keeps that address from then on', async () => {
    const { db } = await open();
    const { parts, ada, begin } = await makeChatStudio(db);
    const { id } = await begin();
    await leaveAddress(db, parts, { conversationId: id, network: 'a network', ...address });
    const other = { ...address, email: 'other@studio.example' };
    const refused = { ok: false, reason: 'other-address' };
    expect(await leaveAddress(db, parts, { conversationId: id, network: 'n', ...other })).toEqual(refused);
    expect(await convertToLead(db, parts, ada, { conversationId: id, ...other })).toEqual(refused);
    expect(await db.$count(leads)).toBe(1);
  });

  test('can be converted to a lead by the team while it continues', async () => {
    const { db } = await open();
    const { parts, ada, begin } = await makeChatStudio(db);
    const { id } = await begin();
    await joinConversation(db, parts, ada, { id, from: null });
    const made = await convertToLead(db, parts, ada, { conversationId: id, ...address });
    expect(made).toMatchObject({ ok: true });
    expect(await stateOf(db, id)).toBe('live');
    const left = await leaveAddress(db, parts, { conversationId: id, network: 'a network', ...address });
    expect(left, 'the same lead').toEqual(made);
    expect(await stateOf(db, id)).toBe('mailed');
    expect(await db.$count(submissions)).toBe(1);
  });

  test('is deleted with its lines when its lead is erased', async () => {
    const { db } = await open();
    const { parts, begin } = await makeChatStudio(db);
    const { id } = await begin();
    await leaveAddress(db, parts, { conversationId: id, network: 'a network', ...address });
    await db.delete(leads);
    expect(await stateOf(db, id)).toBeUndefined();
    expect(await listLineTexts(db, id)).toEqual([]);
  });
});

test('a transcript contains the latest lines that fit into a message, and notes missing earlier ones', () => {
  const lineOf = (content: string) => ({ kind: 'text', authorName: null, content }) as const;
  const long = Array.from({ length: 30 }, (_, n) => lineOf(`${n} ${'x'.repeat(990)}`));
  const transcript = transcriptOf(long);
  expect(transcript.length).toBeLessThanOrEqual(longest.text);
  const [first, second] = transcript.split('\n');
  expect(first).toBe(words.transcript.cut);
  expect(second).toMatch(/^Visitor: 11 x/);
  expect(transcript.split('\n').at(-1)).toMatch(/^Visitor: 29 x/);
  expect(transcriptOf([lineOf('a'), { kind: 'taken', authorName: 'Ada', content: '' }])).toBe('Visitor: a');
  expect(transcriptOf([])).toBe(words.transcript.empty);
});

test('a visitor cannot write a line that looks like the team’s in a transcript', () => {
  for (const lineBreak of ['\n', '\r\n', '\r', '\u2028', '\u0085', '\v'])
    expect(
      transcriptOf([
        { kind: 'text', authorName: null, content: `Yes${lineBreak}Ada Brandt: It is free of charge.` },
      ]),
    ).toBe('Visitor: Yes\n    Ada Brandt: It is free of charge.');
});
