import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Page } from '@playwright/test';
import { fill } from '#src/platform/fill.ts';
import { readCsv } from '#src/platform/read-csv.ts';
import { content, entryWith } from '../harness/content.ts';
import { signInAsMember } from '../harness/sign-in.ts';
import { nobody } from '../harness/studio.ts';
import { expect, test } from '../harness/studio-browsers.ts';

const { 'desk-clients': words, sample } = content;
const { list, import: importing } = words;
const runa = entryWith(sample.clients, 'key', 'runa');

const oddNames = [
  'Zoë Ångström',
  '雪 はなこ',
  'نور الهدى',
  'O’Neill, Jr.',
  '"Sly" Quotes',
  '🎹 Keys',
  'Émilie\nDu Pont',
];

const quoted = (cell: string) => (/[";\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** A list of 200 people as a spreadsheet exports it, with typical mistakes, and the lines that cannot be imported. */
function movingIn(mark: string) {
  const address = (n: number) => `person${n}@${mark}.example`;
  const rows: string[][] = Array.from({ length: 200 }, (_, n) => [
    n % 4 === 0 ? '' : `Company ${n % 20} ${mark}`,
    `${oddNames[n % oddNames.length]} ${n}`,
    address(n),
    n % 3 === 0 ? 'listen' : '',
  ]);
  const put = (n: number, row: string[]) => void (rows[n] = row);
  put(10, ['', '', address(10), '']);
  put(20, ['', 'No address', '', '']);
  put(30, ['', 'Half an address', 'half@', '']);
  put(40, ['', 'Odd right', address(40), 'sometimes']);
  put(50, ['', 'One cell too many', address(50), '', 'what is this']);
  put(60, ['', 'Twice', address(1).toUpperCase(), '']);
  put(70, ['', 'There already', runa.email, '']);
  put(80, [runa.name, 'A colleague', address(80), 'listen']);
  const text = [['Company', 'Name', 'E-Mail', 'May'], ...rows]
    .map((row) => row.map(quoted).join(';'))
    .join('\r\n');
  const lineOf = (name: string) => readCsv(text).find(({ cells }) => cells[1] === name)?.line ?? 0;
  const { reasons } = importing;
  const bad = [
    [readCsv(text).find(({ cells }) => cells[2] === address(10))?.line ?? 0, reasons.name],
    [lineOf('No address'), reasons.noEmail],
    [lineOf('Half an address'), reasons.email],
    [lineOf('Odd right'), reasons.may],
    [lineOf('One cell too many'), reasons.cells],
  ] as const;
  return {
    file: { name: 'clients.csv', mimeType: 'text/csv', buffer: Buffer.from(`\uFEFF${text}`) },
    bad,
    address,
  };
}

/** Returns how many clients a search at the desk finds. */
async function countFound(team: APIRequestContext, search: string): Promise<number> {
  const page = await (await team.get(`/desk/clients?q=${encodeURIComponent(search)}`)).text();
  return Number(/<p class="[^"]*">(\d+) clients?</.exec(page)?.[1] ?? 0);
}

async function idOf(team: APIRequestContext, search: string): Promise<string> {
  const page = await (await team.get(`/desk/clients?q=${encodeURIComponent(search)}`)).text();
  const id = /href="\/desk\/clients\/([\da-f-]{36})"/.exec(page)?.[1];
  if (id === undefined) throw new Error(`no client is found by ${search}`);
  return id;
}

async function preview(desk: Page, file: ReturnType<typeof movingIn>['file']): Promise<void> {
  await desk.goto('/desk/clients');
  await desk.getByRole('link', { name: list.import }).click();
  await desk.getByLabel(importing.file).setInputFiles(file);
  await desk.getByRole('button', { name: importing.preview }).click();
}

test(
  'imports a list of 200 without JavaScript, completely or not at all, and names each invalid row',
  { tag: '@default' },
  async ({ browser, team, studio, freshEmail }) => {
    test.slow();
    const mark = randomUUID().slice(0, 8);
    const { file, bad, address } = movingIn(mark);
    const context = await browser.newContext({
      baseURL: studio.address,
      storageState: nobody,
      javaScriptEnabled: false,
    });
    const desk = await context.newPage();
    await signInAsMember(desk, team, freshEmail);
    await preview(desk, file);
    for (const [kind, count] of [
      ['bad', 5],
      ['duplicate', 2],
      ['joining', 1],
      ['new', 192],
    ] as const)
      await expect(desk.getByText(fill(importing.sums[kind], { count: String(count) }))).toBeVisible();
    const refused = desk.getByRole('region', { name: importing.groups.bad }).getByRole('row');
    await expect(refused).toHaveCount(bad.length + 1);
    for (const [n, [line, reason]] of bad.entries()) {
      await expect(refused.nth(n + 1)).toContainText(String(line));
      await expect(refused.nth(n + 1)).toContainText(reason);
    }
    await desk.waitForLoadState();
    const columns = await desk
      .getByRole('table')
      .evaluateAll((tables) =>
        tables.map((table) =>
          [...table.querySelectorAll('th[scope=col]')]
            .map((th) => Math.round(th.getBoundingClientRect().x))
            .join(),
        ),
      );
    expect(new Set(columns).size, 'the columns of all groups stand below each other').toBe(1);
    for (const name of oddNames)
      await expect(desk.getByRole('cell', { name: name.replace('\n', ' ') }).first()).toBeVisible();
    expect(await countFound(team, mark), 'a preview stores nothing').toBe(0);

    const downloading = desk.waitForEvent('download');
    await desk.getByRole('button', { name: importing.download }).click();
    const left = readCsv(await readFile((await (await downloading).path()) ?? '', 'utf8'));
    expect(
      left
        .slice(1)
        .map(({ cells }) => Number(cells[0]))
        .toSorted((a, b) => a - b),
    ).toHaveLength(7);
    for (const [line, reason] of bad)
      expect(left.find(({ cells }) => cells[0] === String(line))?.cells[1]).toBe(reason);

    const [submit, submitRest] = [importing.submit[1], importing.submitRest[1]];
    const button = fill(submit, { count: '193' }) + fill(submitRest, { count: '7' });
    await desk.getByRole('button', { name: button }).click();
    await expect(desk).toHaveURL(/\/desk\/clients\?imported/);
    // 15 companies, and every person without one whose row is valid.
    const clientCount = 15 + 46;
    const said = fill(list.imported, { clients: String(clientCount), people: '193' });
    await expect(desk.getByText(said)).toBeVisible();
    expect(await countFound(team, mark)).toBe(clientCount + 1);
    const joined = await (await team.get(`/desk/clients/${await idOf(team, address(80))}`)).text();
    expect(joined).toContain(runa.name);

    await preview(desk, file);
    await expect(desk.getByText(importing.nothing)).toBeVisible();
    await expect(desk.getByText(fill(importing.sums.duplicate, { count: '195' }))).toBeVisible();
    await context.close();
  },
);

test('explains why a table cannot be read, and keeps the pasted text', async ({
  page: desk,
  context,
  team,
  faults,
}) => {
  faults.allow(/status of 4(13|22)/);
  await context.addCookies((await team.storageState()).cookies);
  const said: [Buffer<ArrayBuffer>, string][] = [
    [Buffer.from('PK\u0003\u0004 a workbook'), importing.problems.workbook],
    [Buffer.alloc(1024 * 1024 + 1, 'a,b\n'), fill(importing.problems.tooLarge, { size: '1 MB' })],
    [Buffer.alloc(8 * 1024 * 1024, 'a,b\n'), fill(importing.problems.tooLarge, { size: '1 MB' })],
    [Buffer.from('name,email'), importing.problems.empty],
    [
      Buffer.from(`name,email\n${'a,b\n'.repeat(2001)}`),
      fill(importing.problems.tooMany, { count: '2001', rows: '2,000' }),
    ],
  ];
  for (const [buffer, problem] of said) {
    await preview(desk, { name: 'clients.csv', mimeType: 'text/csv', buffer });
    await expect(desk.locator('#file-error')).toContainText(problem);
  }
  await desk.getByLabel(importing.pasted).fill('who,where\nAna,Plain');
  await desk.keyboard.press('Tab');
  await desk.keyboard.press('Enter');
  await expect(desk.locator('#pasted-error')).toContainText('who, where');
  await expect(desk.getByLabel(importing.pasted)).toHaveValue('who,where\nAna,Plain');
});

test('reads a table in another encoding, and names the unused columns', async ({
  page: desk,
  context,
  team,
}) => {
  await context.addCookies((await team.storageState()).cookies);
  const mark = randomUUID().slice(0, 8);
  const text = `Company;Name;E-Mail;Phone;Notes\rMüller & Söhne;Zoë Ångström;\u200Bzoe@${mark}.example;030;late\r;;;;`;
  const csv = (buffer: Buffer<ArrayBuffer>) => ({ name: 'clients.csv', mimeType: 'text/csv', buffer });
  const macLetters = new Map([...'üöëÅ\u200B'].map((letter, n) => [letter, '\x9F\x9A\x91\x81'[n] ?? '']));
  const mac = Buffer.from([...text].map((letter) => macLetters.get(letter) ?? letter).join(''), 'latin1');
  const row = desk.getByRole('region', { name: importing.groups.new }).getByRole('row').nth(1);
  for (const [buffer, encoding] of [
    [Buffer.from(text, 'utf16le'), 'auto'],
    [mac, 'auto'],
    [Buffer.from(mac.toString('latin1').replaceAll('\r', '\n'), 'latin1'), 'macintosh'],
  ] as const) {
    await desk.goto('/desk/clients/import');
    await desk.getByLabel(importing.encoding).selectOption(encoding);
    await desk.getByLabel(importing.file).setInputFiles(csv(buffer));
    await desk.getByRole('button', { name: importing.preview }).click();
    await expect(row).toContainText('Müller & Söhne');
    await expect(row).toContainText('Zoë Ångström');
    await expect(row).toContainText(`zoe@${mark}.example`);
  }
  await expect(desk.getByText(fill(importing.ignored[1], { columns: '“Phone”, “Notes”' }))).toBeVisible();
  await desk.getByRole('button', { name: 'Import 1 person', exact: true }).click();
  await expect(desk.getByText(fill(list.imported, { clients: '1', people: '1' }))).toBeVisible();
  expect(await countFound(team, mark)).toBe(1);
});

test('does not import a confirmed list if the clients have changed meanwhile', async ({
  page: two,
  createBrowserToken,
  team,
  freshEmail,
  faults,
}) => {
  faults.allow(/status of 409/);
  await signInAsMember(two, team, freshEmail);
  const mark = randomUUID().slice(0, 8);
  const one = await createBrowserToken(two.request);
  const file = {
    name: 'clients.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`name\temail\nAna ${mark}\tana@${mark}.example`),
  };
  for (const desk of [one, two]) await preview(desk, file);
  await one.getByRole('button', { name: importing.submit[0] }).click();
  await expect(one.getByText(fill(list.imported, { clients: '1', people: '1' }))).toBeVisible();
  await two.getByRole('button', { name: importing.submit[0] }).click();
  await expect(two.getByRole('alert').first()).toContainText(importing.changed);
  await expect(two.getByText(importing.nothing)).toBeVisible();
  expect(await countFound(team, mark)).toBe(1);
});
