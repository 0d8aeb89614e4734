import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import planner from '#content/planner.yaml';
import site from '#content/site.yaml';
import { readDrawing, type DrawnText } from '#src/platform/pdf/drawn-pdf.fixture.ts';
import { a4 } from '#src/platform/pdf/pdf-text.ts';
import { readPdf } from '#src/platform/pdf/read-pdf.fixture.ts';
import type * as plannerModule from './planner-pdf.ts';

const margin = 42;
const end = a4.width - margin;
const middle = a4.width / 2;

/** Returns the planner of a process that has not created one yet. */
async function makePlanner(): Promise<Uint8Array> {
  const fresh = `./planner-pdf.ts?made=${randomUUID()}`;
  const { plannerPdf } = (await import(fresh)) as typeof plannerModule;
  return plannerPdf();
}

const drawPlanner = async () => readDrawing(await makePlanner());

/** Returns the drawn line of a text, or its first line if it wraps. */
function find(texts: readonly DrawnText[], text: string): DrawnText {
  const found = texts.find((piece) => text.startsWith(piece.text));
  if (!found) throw new Error(`Nobody can read "${text}"`);
  return found;
}

test('the planner is one page with the studio’s name, the same for everyone', async () => {
  const fresh = `./planner-pdf.ts?made=${randomUUID()}`;
  const { plannerPdf } = (await import(fresh)) as typeof plannerModule;
  const bytes = await plannerPdf();
  expect(await plannerPdf()).toBe(bytes);
  const { sheets, title, text } = await readPdf(bytes);
  expect(sheets).toHaveLength(1);
  expect(title).toBe(planner.title);
  const said = [
    planner.title,
    planner.subtitle,
    planner.intro,
    site.name,
    ...planner.fields,
    site.contactEmail,
  ];
  for (const { title: section, when, items } of planner.sections)
    said.push(section, when, ...items.map((item) => `${item.title}. ${item.text}`));
  for (const words of said) expect(text).toContain(words.replaceAll(/\s/g, ''));
});

test('the planner is not drawn in the main thread', async () => {
  vi.doMock('#src/platform/pdf/pdf-paper.ts', () => ({
    createPaper: () => {
      throw new Error('drawn in the main thread');
    },
  }));
  expect((await readPdf(await makePlanner())).sheets).toHaveLength(1);
  vi.doUnmock('#src/platform/pdf/pdf-paper.ts');
});

test('everything on the planner is within the margins and no texts overlap', async () => {
  const { texts, shapes } = await drawPlanner();
  for (const { text, left, right, baseline, size } of texts) {
    expect(left, text).toBeGreaterThan(margin - 1);
    expect(right, text).toBeLessThan(end + 1);
    expect(baseline - size, text).toBeGreaterThan(margin - 10);
    expect(baseline, text).toBeLessThan(a4.height - margin + 8);
    const others = texts.filter((other) => other.text !== text || other.baseline !== baseline);
    for (const other of others) {
      const isBeside = other.left > right - 0.5 || other.right < left + 0.5;
      const isApart = Math.abs(other.baseline - baseline) > 0.9 * Math.min(size, other.size);
      expect(isBeside || isApart, `"${text}" and "${other.text}"`).toBe(true);
    }
  }
  for (const { left, top, right, bottom } of shapes) {
    expect(left).toBeGreaterThan(margin - 1);
    expect(right).toBeLessThan(end + 1);
    expect(top).toBeGreaterThan(margin);
    expect(bottom).toBeLessThan(a4.height - margin);
  }
});

test('the planner uses the largest type that fits one page', async () => {
  const { texts } = await drawPlanner();
  const item = find(texts, `${planner.sections[0]?.items[0]?.title}.`);
  expect(item.size).toBeGreaterThanOrEqual(6.5);
  expect(item.size).toBeLessThanOrEqual(11);
  const lowest = Math.max(...texts.map(({ baseline }) => baseline));
  expect(lowest).toBe(texts.find(({ text }) => planner.closing.startsWith(text.slice(0, 20)))?.baseline);
  expect(lowest).toBeGreaterThan(a4.height - 2 * margin);
});

test('the planner has a header with a ruler of sixty ticks, every tenth of them long', async () => {
  const { texts, shapes } = await drawPlanner();
  const [title, name] = [find(texts, planner.title), find(texts, site.name)];
  expect(title.left).toBeCloseTo(margin, 0);
  expect(name.baseline).toBe(title.baseline);
  expect(name.right).toBeCloseTo(end, 0);
  const subtitle = find(texts, planner.subtitle);
  expect(subtitle.baseline).toBeGreaterThan(title.baseline);
  expect(subtitle.font).not.toBe(title.font);
  const ticks = shapes.filter(({ left, right }) => left === right);
  expect(ticks).toHaveLength(61);
  expect(ticks[0]?.left).toBeCloseTo(margin, 1);
  expect(ticks[60]?.left).toBeCloseTo(end, 1);
  const distances = ticks.slice(1).map(({ left }, index) => left - (ticks[index]?.left ?? 0));
  for (const distance of distances) expect(distance).toBeCloseTo((end - margin) / 60, 1);
  const [foot] = ticks.map(({ bottom }) => bottom);
  expect(ticks.every(({ bottom }) => bottom === foot)).toBe(true);
  expect(ticks.map(({ top, bottom }) => Math.round(bottom - top))).toEqual(
    Array.from({ length: 61 }, (_, tick) => (tick % 10 === 0 ? 11 : 5)),
  );
  const [bar, ...others] = shapes.filter(({ isFilled }) => isFilled);
  expect(others).toEqual([]);
  expect([bar?.left, bar?.right].map((x) => Math.round(x ?? 0))).toEqual([margin, Math.round(end)]);
  expect(bar?.top).toBeGreaterThan(foot ?? Infinity);
  const line = shapes.find(({ left, right, top }) => top === foot && right - left > middle);
  expect(line?.right).toBeCloseTo(end, 1);
});

test('each field of the planner has a line to write on below it, two per row', async () => {
  const { texts, shapes } = await drawPlanner();
  const rows = planner.fields.map((text) => find(texts, text));
  for (const [index, { left, baseline }] of rows.entries()) {
    expect(left).toBeCloseTo(index % 2 === 0 ? margin : middle + 13, 0);
    expect(baseline).toBe(rows[index - (index % 2)]?.baseline);
    const below = shapes.find(
      (line) => Math.abs(line.left - left) < 1 && line.top > baseline && line.top < baseline + 30,
    );
    expect(below?.top).toBe(below?.bottom);
    expect(below?.right).toBeCloseTo(index % 2 === 0 ? middle - 13 : end, 0);
  }
  const below = rows.slice(2).map(({ baseline }) => baseline);
  expect(Math.min(...below)).toBeGreaterThan((rows[0]?.baseline ?? Infinity) + 30);
});

test('the sections of the planner are in two columns, each with its time at the end of its heading', async () => {
  const { texts, shapes } = await drawPlanner();
  const heads = planner.sections.map(({ title }) => find(texts, title));
  for (const [index, { left, baseline }] of heads.entries()) {
    const [from, to] = index % 2 === 0 ? [margin, middle - 13] : [middle + 13, end];
    expect(left).toBeCloseTo(from, 0);
    expect(baseline).toBe(heads[index - (index % 2)]?.baseline);
    const when = find(texts, planner.sections[index]?.when ?? '');
    expect(when.baseline).toBe(baseline);
    expect(when.right).toBeCloseTo(to, 0);
    expect(when.font).not.toBe(heads[index]?.font);
    const rule = shapes.find(
      ({ left: x, top, bottom }) =>
        Math.abs(x - from) < 1 && top === bottom && Math.abs(top - baseline - 6) < 1,
    );
    expect(rule?.right).toBeCloseTo(to, 0);
  }
  const firstItems = planner.sections
    .slice(0, 2)
    .flatMap(({ items }) => items.map(({ title }) => `${title}.`));
  const lowest = Math.max(...firstItems.map((text) => find(texts, text).baseline));
  expect(heads[2]?.baseline).toBeGreaterThan(lowest + 16);
});

test('each item of the planner has a checkbox on its first line, and a bold title', async () => {
  const { texts, shapes } = await drawPlanner();
  const boxes = shapes.filter(
    ({ left, top, right, bottom }) => right - left > 6 && bottom - top > 6 && right - left < 9,
  );
  const items = planner.sections.flatMap(({ items: each }) => each);
  expect(boxes).toHaveLength(items.length);
  const bold = new Set<string>();
  for (const { title } of items) {
    const { left, baseline, font } = find(texts, `${title}.`);
    bold.add(font);
    const beside = boxes.find(
      (box) => Math.abs(box.left - left + 14) < 1 && Math.abs(box.bottom - baseline) < 1,
    );
    expect(beside, title).toBeDefined();
  }
  expect([...bold]).toHaveLength(1);
  expect(bold).not.toContain(find(texts, planner.intro).font);
});
