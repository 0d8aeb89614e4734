import { expect, test } from 'vitest';
import { companyKeyOf, planImport, rowsOf, type Existing } from './plan-import.ts';
import { outcomeText } from './import-requests.ts';
import { mostRows, readSourceRows } from './source-rows.ts';

const nobodyYet: Existing = { people: new Map(), clients: new Map() };

function planned(text: string, existing: Existing = nobodyYet) {
  const read = readSourceRows(text);
  if (!read.ok) throw new Error(read.problem.reason);
  return planImport(read.rows, existing);
}

/** Returns the result of each line as a keyword. */
const said = (text: string, existing: Existing = nobodyYet) =>
  planned(text, existing).rows.map((row) => {
    const { line } = row.row;
    if (row.kind === 'bad') return `${line} ${row.reason}`;
    if (row.kind === 'duplicate') return `${line} like ${'line' in row.of ? row.of.line : row.of.clientName}`;
    return row.kind === 'joining' ? `${line} joins ${row.clientName}` : `${line} new at ${row.line}`;
  });

test.each([
  ['company,name,email,may'],
  ['Email Address;Company Name;Full name;Role'],
  ['E-MAIL\tORGANISATION\tcontact person\tPermissions'],
  ['First Name,Last Name,E-mail 1 - Value,Organization Name,Notes'],
])('recognises columns by common names: %s', (first) => {
  const mark = /[;\t]/.exec(first)?.[0] ?? ',';
  const cells = first.split(mark).map((heading) => {
    if (/mail/i.test(heading)) return 'Ana@Plain.example';
    if (/company|organi/i.test(heading)) return 'Plain Film';
    if (/role|may|perm/i.test(heading)) return 'Listen';
    if (/first/i.test(heading)) return 'Ana';
    return /last/i.test(heading) ? 'Plain' : 'Ana Plain';
  });
  const [row] = rowsOf(planned(`${first}\n${cells.join(mark)}`), 'new');
  expect(row?.person).toMatchObject({
    company: 'Plain Film',
    name: 'Ana Plain',
    email: 'Ana@Plain.example',
    emailKey: 'ana@plain.example',
  });
});

test.each([
  ['', { reason: 'empty' }],
  ['name,email', { reason: 'empty' }],
  ['Ana,ana@plain.example\nBo,bo@plain.example', { reason: 'noEmail', first: 'Ana, ana@plain.example' }],
  ['company,email\na,b', { reason: 'noName', first: 'company, email' }],
  ['name,email,E-Mail\na,b,c', { reason: 'twice', column: 'E-Mail' }],
  [`name,email\n${'a,b\n'.repeat(mostRows + 1)}`, { reason: 'tooMany', count: mostRows + 1 }],
])('reports why a table cannot be read: %j', (text, problem) => {
  expect(readSourceRows(text)).toEqual({ ok: false, problem });
});

test('people of one company become one client, and a person without a company becomes their own client', () => {
  const text = `company,name,email,may
Halfmoon  Film,Runa,runa@halfmoon.example,
halfmoon film,Pit,pit@halfmoon.example,listen
ＨＡＬＦＭＯＯＮ Film,Ida,ida@halfmoon.example,approve
,Runa,other@halfmoon.example,
,Runa,third@halfmoon.example,`;
  expect(said(text)).toEqual(['2 new at 2', '3 new at 2', '4 new at 2', '5 new at 5', '6 new at 6']);
  expect(rowsOf(planned(text), 'new').map(({ person }) => person.permission)).toEqual([
    'approve',
    'listen',
    'approve',
    'approve',
    'approve',
  ]);
});

test('adds people to an existing company, and accepts each address once in file and studio', () => {
  const clients = new Map([
    [companyKeyOf('Halfmoon Film'), [{ id: 'h', name: 'Halfmoon Film' }]],
    ['twins', [1, 2].map((n) => ({ id: `t${n}`, name: 'Twins' }))],
  ]);
  const people = new Map([
    ['ada@studio.example', null],
    ['runa@halfmoon.example', { clientName: 'Halfmoon Film' }],
  ]);
  const text = `company,name,email
HALFMOON FILM,Pit,pit@halfmoon.example
Halfmoon Film,Runa,RUNA@halfmoon.example
Elsewhere,Pit again,Pit@Halfmoon.example
Elsewhere,Ada,ada@studio.example
Twins,Tom,tom@twins.example
,Halfmoon Film,alone@halfmoon.example`;
  expect(said(text, { people, clients })).toEqual([
    '2 joins Halfmoon Film',
    '3 like Halfmoon Film',
    '4 like 2',
    '5 team',
    '6 ambiguous',
    '7 new at 7',
  ]);
});

test('reports line and reason of each invalid row, and imports the others', () => {
  const text = `company,name,email,may
Bad,,no.name@bad.example,
Bad,No address,,
Bad,Half an address,half@,
Bad,Two addresses,one@bad.example two@bad.example,
Bad,Odd right,odd@bad.example,sometimes
Bad,A comma, Inc.,comma@bad.example,approve
Bad,${'x'.repeat(1001)},long@bad.example,
Bad,Half a letter \u0000,nul@bad.example,
"Good
Company",Zoë 雪,zoe@good.example,
Good Company,Name,zoe@good.example,
Bad,"Never closed,open@bad.example,
Lost,Lost,lost@bad.example,`;
  expect(said(text)).toEqual([
    '2 name',
    '3 noEmail',
    '4 email',
    '5 email',
    '6 may',
    '7 cells',
    '8 tooLong',
    '9 characters',
    '10 new at 10',
    '12 like 10',
    '13 unclosed',
  ]);
  expect(rowsOf(planned(text), 'new')[0]?.person).toMatchObject({ company: 'Good Company', name: 'Zoë 雪' });
});

test('ignores addresses of invalid rows, and changes the hash if the result of any row changes', () => {
  const text = 'name,email,may\nAna,ana@plain.example,never\nAna,ana@plain.example,';
  expect(said(text)).toEqual(['2 may', '3 new at 3']);
  const people = new Map([['ana@plain.example', { clientName: 'Ana' }]]);
  const later = planned(text, { ...nobodyYet, people });
  expect(later.hash).not.toBe(planned(text).hash);
  expect(planned(text).hash).toBe(planned(text).hash);
});

test('imports an address without invisible characters at its ends, and from behind a name', () => {
  const text = `Company;Name;E-Mail;May
A;Ada Lux;\u200Bada2@kunde.example;\u200Blisten
B;Bo Lux; bo@kunde.example\u00A0;
C;Cy Lux;Cy Lux <cy@kunde.example>;
D;Di Lux;di\u00AD@kunde.example;`;
  expect(said(text)).toEqual(['2 new at 2', '3 new at 3', '4 new at 4', '5 invisible']);
  const emails = rowsOf(planned(text), 'new').map(({ person }) => `${person.email} ${person.permission}`);
  expect(emails).toEqual([
    'ada2@kunde.example listen',
    'bo@kunde.example approve',
    'cy@kunde.example approve',
  ]);
  const bad = planned(text).rows.at(-1);
  expect(bad && outcomeText(bad)).toContain('after “di”');
});

test('uses every column or reports it as ignored', () => {
  const read = readSourceRows(
    'line,Phone,name,Empty,,email,Notes\n1,030 1,Ana,,x,ana@plain.example,\n2,,Bo,,,bo@plain.example,late',
  );
  expect(read).toMatchObject({ ok: true, ignored: ['Phone', 'column 5', 'Notes'] });
  const all = 'company,name,first name,last name,email,may\nA,B,C,D,e@plain.example,listen';
  expect(readSourceRows(all)).toMatchObject({ ok: true, ignored: [] });
});
