import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test, type APIRequestContext } from '@playwright/test';
import { fill } from '#src/platform/fill.ts';
import { act, hostsOf } from '../harness/chat.ts';
import { content } from '../harness/content.ts';
import { formOf, knownForm } from '../harness/forms.ts';
import { copyReadyData } from '../harness/ready-data.ts';
import { newDataDir, startServer, stopServersAfterEachTest } from '../harness/server-process.ts';
import { followLink } from '../harness/sign-in.ts';

stopServersAfterEachTest();

const { chooser } = content.calls;
const { read } = content['call-hours'].calendars;
const call = knownForm('discovery-call');
const { email, name, project_details: details } = content.forms['discovery-call'].fields;

const icsTime = (ms: number) => new Date(ms).toISOString().replaceAll(/[-:]|\.\d+/g, '');

/** A calendar with one event of an hour, or none. */
const calendarOf = (startMs: number | null) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//tests//EN',
    ...(startMs === null
      ? []
      : [
          'BEGIN:VEVENT',
          'UID:1@calendar.example',
          `DTSTAMP:${icsTime(startMs)}`,
          `DTSTART:${icsTime(startMs)}`,
          `DTEND:${icsTime(startMs + 3_600_000)}`,
          'SUMMARY:Dentist',
          'END:VEVENT',
        ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n');

/** A server with a calendar that can be changed. */
async function startCalendar() {
  let startMs: number | null = null;
  const server = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/calendar').end(calendarOf(startMs));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    turnBusy: (ms: number) => void (startMs = ms),
    close: () => server.close(),
  };
}

/** Reads a host's calendar now, until it reports this many busy times. */
async function readUntil(team: APIRequestContext, host: string, count: string): Promise<void> {
  const pageOf = async () => (await team.get(host)).text();
  await expect.poll(pageOf).toContain('?do=read-calendar');
  const [, id = ''] = /read-calendar"[\s\S]*?name="id" value="([\da-f-]{36})"/.exec(await pageOf()) ?? [];
  await act(team, `${host}?do=read-calendar`, { id });
  await expect.poll(pageOf).toContain(fill(read.slice(read.indexOf('}') + 1), { count }));
}

test('refuses a time that the host’s own calendar has taken meanwhile, keeps everything typed and shows other times', async ({
  page,
  browser,
}) => {
  const calendar = await startCalendar();
  const dataDir = newDataDir();
  copyReadyData(dataDir);
  const preload = join(import.meta.dirname, '../harness/calendar-network.mjs');
  const server = startServer({
    PORT: '0',
    DATA_DIR: dataDir,
    NODE_OPTIONS: `--import=${preload}`,
    CALENDAR_PORT: String(calendar.port),
  });
  const printed = await server.says('Data ');
  const addressAfter = (label: string) => new RegExp(`^${label}\\s+(\\S+)$`, 'm').exec(printed)?.[1] ?? '';
  const site = addressAfter('Site');

  const desk = await browser.newContext({ baseURL: site });
  const deskPage = await desk.newPage();
  await followLink(deskPage, addressAfter('Team desk'));
  await deskPage.waitForURL(/\/desk/);
  const team = desk.request;
  const hosts = await hostsOf(team);
  expect(hosts.length).toBeGreaterThan(0);
  for (const host of hosts) {
    await act(team, `${host}?do=add-calendar`, { address: 'https://calendar.example/secret.ics' });
    await readUntil(team, host, '0');
  }

  await page.goto(`${site}discovery-call`);
  const form = formOf(page, 'discovery-call');
  await form.getByLabel(name.label).fill('Tarn Okafor');
  await form.getByLabel(email.label).fill('tarn@visitor.example');
  await form.getByLabel(details.label).fill('Ten minutes, locked.');
  const time = form.locator('details[open] input[name=slot]').first();
  const slot = await time.inputValue();
  await time.check();
  calendar.turnBusy(Number.isNaN(Number(slot)) ? Date.parse(slot) : Number(slot));
  for (const host of hosts) await readUntil(team, host, '1');

  await form.getByRole('button', { name: call.button }).click();
  await expect(page.locator('[data-times-error]')).toHaveText(chooser.errors.taken);
  await expect(form.locator(`input[value="${slot}"]`)).toHaveCount(0);
  await expect(form.locator('input[name=slot]').first()).toBeAttached();
  await expect(form.getByLabel(details.label)).toHaveValue('Ten minutes, locked.');
  await expect(form.getByLabel(email.label)).toHaveValue('tarn@visitor.example');
  calendar.close();
});
