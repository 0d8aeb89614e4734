import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { projectRootFrom } from '#src/platform/project-root.ts';
import { brokenByCounts } from '../drills/judge-mutants.ts';
import { fewerThanAsked, startsAskedBy } from '../drills/starts-asked.ts';
import { figuresFolder, type Figures, type Table } from '../drills/report.ts';

const head = `# Figures

Every figure that is published, as the commands measured it: made by \`npm run figures\` of the results in [\`figures/\`](../figures), never by hand. A command with \`--publish\` behind it renews its own:
\`npm run drill:mail -- --publish\`, then \`npm run figures\`. What the commands do stands in [drills/README.md](../drills/README.md) and [bench/README.md](../bench/README.md).

Bytes, counts and ratios are what to look at; rates and times depend on the machine and on what else it did meanwhile (its load, the mean of the last minute of the run).
`;

const cell = (value: string | number | undefined) => String(value ?? '').replaceAll('|', '\\|');
const lineOf = (cells: readonly (string | number | undefined)[]) => `| ${cells.map(cell).join(' | ')} |`;

function renderTable({ caption, rows }: Table): string {
  const isNamed = !Array.isArray(rows);
  const named = Object.entries(rows);
  const columns = [...new Set(named.flatMap(([, row]) => Object.keys(row)))];
  const isNumber = (column: string) =>
    named.every(([, row]) => /^(|[<−-]?[\d.,]+)$/.test(String(row[column] ?? '')));
  const lines = [
    lineOf([...(isNamed ? [''] : []), ...columns]),
    lineOf([...(isNamed ? ['---'] : []), ...columns.map((column) => (isNumber(column) ? '---:' : '---'))]),
    ...named.map(([name, row]) =>
      lineOf([...(isNamed ? [name] : []), ...columns.map((column) => row[column])]),
    ),
  ];
  return [...(caption === undefined ? [] : [`**${caption}**`, '']), ...lines].join('\n');
}

const rowsOf = ({ tables }: Figures) => new Map(tables.flatMap(({ rows }) => Object.entries(rows)));

/** What the counts of a published result say of its promises, which may have been asked for differently when it was published. */
function judgedAnew(figures: Figures): string[] {
  const rows = rowsOf(figures);
  if (figures.command.startsWith('npm run drill:starts')) {
    const minutes = String(rows.get('minutes of each')?.['result'] ?? '').split(', ');
    return fewerThanAsked(startsAskedBy(figures.command.split(' ')), {
      starts: Number(rows.get('starts')?.['result']),
      minutes: minutes.map(Number),
    });
  }
  if (!figures.command.startsWith('npm run drill:mutants')) return [];
  return [...rows].flatMap(([part, { mutants, tried, killed }]) =>
    brokenByCounts(part, { all: Number(mutants), tried: Number(tried), killed: Number(killed) }),
  );
}

/** The promises that a result broke, as it was published and as they are judged now; undefined where nothing is promised. */
export const brokenIn = (figures: Figures): string[] | undefined =>
  figures.broken && (figures.broken.length > 0 ? [...figures.broken] : judgedAnew(figures));

function renderOne(name: string, figures: Figures) {
  const { command, date, machine, load, tables, notes = [] } = figures;
  const broken = brokenIn(figures);
  const promises =
    broken &&
    (broken.length === 0
      ? ['No promise was broken.']
      : ['Broken:', ...broken.map((said) => `- ${said}`)]
    ).join('\n');
  return [
    `## ${name}`,
    `\`${command}\`, ${date}. ${machine}${load === '' ? '' : `; load ${load}`}.`,
    ...tables.map(renderTable),
    ...notes,
    ...(promises ? [promises] : []),
  ].join('\n\n');
}

/** The drills of package.json whose results nobody has published, as a sentence; none where there is none. */
function unpublished(commands: readonly string[]): string[] {
  const manifest = readFileSync(join(projectRootFrom(import.meta.dirname), 'package.json'), 'utf8');
  const { scripts } = JSON.parse(manifest) as { scripts: Readonly<Record<string, string>> };
  const isPublished = (drill: string) =>
    commands.some((command) => `${command} `.startsWith(`npm run ${drill} `));
  const missing = Object.keys(scripts).filter((name) => name.startsWith('drill:') && !isPublished(name));
  if (missing.length === 0) return [];
  return [`Not published yet: ${missing.map((drill) => `\`npm run ${drill}\``).join(', ')}.`];
}

/** The page docs/figures.md of what lies in `figures/`: drills first, then benches, each by name. */
export async function renderFigures(): Promise<string> {
  const all = readdirSync(figuresFolder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({
      name: file.slice(0, -'.json'.length),
      figures: JSON.parse(readFileSync(join(figuresFolder, file), 'utf8')) as Figures,
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
  const isDrill = ({ figures: { command } }: (typeof all)[number]) => command.startsWith('npm run drill');
  const sections = [...all.filter(isDrill), ...all.filter((one) => !isDrill(one))];
  const silent = unpublished(all.map(({ figures: { command } }) => command));
  const page = [head, ...silent, ...sections.map(({ name, figures }) => renderOne(name, figures))].join(
    '\n\n',
  );
  return format(page, { ...(await resolveConfig('docs/figures.md')), parser: 'markdown' });
}

// `npm run figures`
if (import.meta.main) {
  writeFileSync(join(projectRootFrom(import.meta.dirname), 'docs/figures.md'), await renderFigures());
}
