import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { median } from '../bench/quantile.ts';
import { figuresFolder, type Figures, type Row } from '../drills/report.ts';

/** The rows of a published result's table, by their names. */
function rowsOf(name: string, table = 0): ReadonlyMap<string, Row> {
  const { tables } = JSON.parse(readFileSync(join(figuresFolder, `${name}.json`), 'utf8')) as Figures;
  return new Map(Object.entries(tables[table]?.rows ?? {}));
}

/** The first number in a cell. */
function numberIn(cell: string | number | undefined): number {
  const [found] = /\d[\d,]*(?:\.\d+)?/.exec(String(cell)) ?? [];
  if (found === undefined) throw new Error(`There is no figure in "${cell}"`);
  return Number(found.replaceAll(',', ''));
}

/** Of the row whose name begins so. */
function figure(rows: ReadonlyMap<string, Row>, start: string, column: string): number {
  const [, row] = [...rows].find(([name]) => name.startsWith(start)) ?? [];
  return numberIn(row?.[column]);
}

const column = (rows: ReadonlyMap<string, Row>, name: string) =>
  [...rows.values()].map((row) => numberIn(row[name]));
const spanOf = (values: readonly number[]) => `${Math.min(...values)} to ${Math.max(...values)}`;
const count = (value: number) => value.toLocaleString('en');

const loads = { embedded: 'load-embedded', PostgreSQL: 'load-postgres-1' } as const;
const visitMs = (load: string) => column(rowsOf(load), 'processor, ms a visit');
const longSound = 'Sound measured a processor second, s';
const heard = '… that heard of an event of theirs';

type Engine = keyof typeof loads;
const both = (of: (engine: Engine) => number) => ({
  embedded: of('embedded'),
  PostgreSQL: of('PostgreSQL'),
});

function measured() {
  const [memory, idle, long] = [rowsOf('memory'), rowsOf('idle'), rowsOf('long-recordings')];
  const [weight, kept] = [rowsOf('page-weight'), rowsOf(loads.embedded, 2)];
  const html = column(weight, 'html');
  const sound = [...column(rowsOf('sound'), 'seconds of sound a second'), ...column(long, longSound)];
  return {
    restPercent: both((engine) => figure(idle, engine, 'of a core, %')),
    startedMb: both((engine) => figure(memory, engine, 'after the start, MB')),
    workedMb: both((engine) => figure(memory, engine, 'after work')),
    restedMb: figure(memory, 'embedded', 'a minute later'),
    mostMb: both((engine) => figure(memory, engine, 'most at any time')),
    loadedMb: both((engine) => figure(rowsOf(loads[engine], 2), 'memory at most, MB', 'result')),
    visitMs: both((engine) => Math.round(visitMs(loads[engine])[0] ?? Number.NaN)),
    bends: [1, 2, 4].map((processes) => spanOf(visitMs(`load-postgres-${processes}`))),
    formsAMinute: numberIn([...rowsOf(loads.embedded, 1).keys()].find((name) => name.startsWith('forms, '))),
    formsLost: figure(kept, 'forms acknowledged and lost', 'result'),
    streams: figure(kept, 'event streams open', 'result'),
    streamsDue: numberIn([...kept.keys()].find((name) => name.startsWith(heard))),
    streamsHeard: figure(kept, heard, 'result'),
    sound: spanOf(sound),
    longMb: column(long, 'Most MB'),
    pitchesMs: figure(rowsOf('sound', 1), 'pitches of ten seconds', 'ms') / 10,
    htmlKb: spanOf(html.map((bytes) => Math.round(bytes / 1000))),
    homeKb: Math.round(figure(weight, '/', 'total') / 1000),
    pageKb: Math.round(median(column(weight, 'total')) / 1000),
  };
}

/** What `npm start` takes beside the server; no bench measures it. */
const startMb = 22;

type Now = ReturnType<typeof measured>;

/** What docs/operations.md says of them. */
function quotedInOperations(now: Now): readonly string[] {
  return [
    `With the embedded database one process holds ${now.startedMb.embedded} MB after its start, ${now.workedMb.embedded} MB after ordinary work and ${now.restedMb} MB a minute later, with ${now.mostMb.embedded} MB at most for a moment`,
    `On PostgreSQL it holds ${now.startedMb.PostgreSQL} MB after its start, ${now.workedMb.PostgreSQL} MB after ordinary work and ${now.mostMb.PostgreSQL} MB at most`,
    `the most was ${now.loadedMb.embedded} MB with the embedded database and ${now.loadedMb.PostgreSQL} MB on PostgreSQL`,
    `At rest a process takes ${now.restPercent.embedded} % of one core with the embedded database, ${now.restPercent.PostgreSQL} % on PostgreSQL`,
    `while two hours of sound were measured, the server held ${spanOf(now.longMb)} MB at most`,
    `and pitches, for about ${Math.round(now.pitchesMs)} ms of the processor a second of stereo`,
  ];
}

/**
 * What the pages of docs/ say of figures that were measured, as it has to read by those that are published now: in a row of a table
 * its cells, elsewhere a part of a sentence.
 */
export function quotedFigures(): Readonly<Record<string, readonly (string | readonly string[])[]>> {
  const now = measured();
  const [one, two, four] = now.bends;
  const studioMb = [now.startedMb.PostgreSQL, now.mostMb.PostgreSQL] as const;
  return {
    'docs/operations.md': quotedInOperations(now),
    'docs/growing.md': [
      [
        'A visit: a page with all its parts, and an empty cache',
        `${now.visitMs.embedded} ms of the processor embedded, ${now.visitMs.PostgreSQL} ms on PostgreSQL; ${now.pageKb} kB, ${now.homeKb} kB home`,
      ],
      [
        'Forms',
        `${count(now.formsAMinute)} a minute beside the visits, ${now.formsLost === 0 ? 'none' : now.formsLost} lost`,
      ],
      [
        'Open pages of the portal (event streams)',
        `${count(now.streams)} stay open; ${count(now.streamsDue)} of them were due an event, and ${count(now.streamsHeard)} heard of it`,
      ],
      [
        'Memory, after a start and at most under all of this',
        `${now.startedMb.embedded} and ${now.loadedMb.embedded} MB embedded, ${now.startedMb.PostgreSQL} and ${now.loadedMb.PostgreSQL} MB on PostgreSQL`,
      ],
      [
        'Processor at rest',
        `${now.restPercent.embedded} % of a core embedded, ${now.restPercent.PostgreSQL} % on PostgreSQL`,
      ],
      [
        'Sound measured',
        `${now.sound} seconds of it a second of one core, ${Math.max(...now.longMb)} MB at most meanwhile`,
      ],
      `At ${now.visitMs.embedded} ms a visit a core gives out at about ${Math.floor(100 / now.visitMs.embedded) * 10} visits a second`,
      `a visit takes ${one} ms of the processor with one process, ${two} with two, and ${four} with four`,
      ['Processor for them without a CDN', `333 × ${now.visitMs.embedded} ms`],
      ['Sent a day', `1,000,000 × (${now.homeKb} kB + 3 × 20 kB)`],
      [
        'Forms in the busiest seconds',
        '10,000 × 10 % ÷ 3,600 s × 3',
        `0.8 a second; ${Math.floor(now.formsAMinute / 60)} were measured`,
      ],
      `100; ${count(now.streams)} were measured`,
      `(${now.htmlKb} kB of HTML`,
      [
        'Memory',
        `1,000 × (${studioMb.join(' to ')} MB on PostgreSQL, and ${startMb} MB of \`npm start\`)`,
        `${studioMb.map((mb) => mb + startMb).join(' to ')} GB: six machines of 64 GB`,
      ],
      [
        'Processor at rest',
        `1,000 × ${now.restPercent.PostgreSQL} %`,
        `${(now.restPercent.PostgreSQL * 10).toFixed(1)} core`,
      ],
      ['Visits, at 2,000 a day each', `2,000,000 × 10 % ÷ 3,600 s × 3 × ${now.visitMs.PostgreSQL} ms`],
      ['Sound, at an hour a day each', `1,000 × 3,600 s ÷ ${now.sound.split(' ')[0]}`],
      `${Math.max(...now.longMb)} MB for each at work`,
    ],
  };
}
