import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import { noteOf, notes, type Note } from '#src/studio/notes.ts';
import { modesOfBlend, type Blend } from './blend.ts';
import { fieldOf } from './field.ts';
import { foldOf } from './figure-description.ts';
import { figureFileNameOf, noteFigureSvg, saveFile } from './figure-file.ts';

type Point = readonly [number, number];

const only = (note: Note): Blend => [{ note, weight: 1 }];
const between = (a: Note, b: Note, weight = 0.5): Blend => [
  { note: a, weight },
  { note: b, weight: 1 - weight },
];

/** Reads the drawn lines from the file, in units of the plate's radius. */
function linesOf(svg: string): Point[][] {
  const data = /<path d="([^"]+)"/.exec(svg)?.[1] ?? '';
  return data
    .split('M')
    .slice(1)
    .map((line) => {
      const numbers = [...line.matchAll(/-?(?:\d+\.?\d*|\.\d+)/g)].map(Number);
      let [x, y] = [0, 0];
      const points = Array.from({ length: numbers.length / 2 }, (_, i): Point => {
        x += numbers[2 * i] ?? Number.NaN;
        y += numbers[2 * i + 1] ?? Number.NaN;
        return [(x - 100) / 90, (y - 100) / 90];
      });
      return line.endsWith('z') ? [...points, ...points.slice(0, 1)] : points;
    });
}

/** Returns the distance from a point to the nearest drawn line. */
function distanceTo(lines: readonly Point[][], [x, y]: Point): number {
  let least = Infinity;
  for (const line of lines) {
    for (const [i, [toX, toY]] of line.entries()) {
      const [fromX, fromY] = line[i - 1] ?? [toX, toY];
      const [dx, dy] = [toX - fromX, toY - fromY];
      const along = ((x - fromX) * dx + (y - fromY) * dy) / (dx * dx + dy * dy || 1);
      const share = Math.min(1, Math.max(0, along));
      least = Math.min(least, (x - fromX - share * dx) ** 2 + (y - fromY - share * dy) ** 2);
    }
  }
  return Math.sqrt(least);
}

const files = notes.map((note) => ({ note, svg: noteFigureSvg(only(note)) }));

describe.each(files.map((file) => [file.note.id, file] as const))('the file of %s', (_, { note, svg }) => {
  test('is under 10 kB and a valid picture', async () => {
    expect(Buffer.byteLength(svg)).toBeLessThan(10_000);
    const picture = sharp(Buffer.from(svg));
    expect(await picture.metadata()).toMatchObject({ format: 'svg', width: 400, height: 400 });
    // Powder on the plate: mostly dark, but not entirely.
    const { channels } = await picture.stats();
    expect(channels[0]?.mean).toBeGreaterThan(20);
    expect(channels[0]?.mean).toBeLessThan(90);
  });

  test('draws along the nodal lines, to the tenth of a unit that it writes', () => {
    const field = fieldOf(modesOfBlend(only(note)));
    const inside = linesOf(svg)
      .flat()
      .filter((point) => Math.hypot(...point) < 0.995);
    expect(inside.length).toBeGreaterThan(150);
    for (const [x, y] of inside) {
      const { u, gradient } = field(x, y);
      expect(Math.abs(u) / Math.max(1, gradient)).toBeLessThan(0.01);
    }
  });

  test('has the symmetry of the figure', () => {
    const lines = linesOf(svg);
    const turn = (2 * Math.PI) / foldOf(note);
    for (const [x, y] of lines.flat()) {
      const turned: Point = [
        x * Math.cos(turn) - y * Math.sin(turn),
        x * Math.sin(turn) + y * Math.cos(turn),
      ];
      expect(distanceTo(lines, turned)).toBeLessThan(0.01);
      expect(distanceTo(lines, [-x, y])).toBeLessThan(0.01);
    }
  });
});

describe('what the file says', () => {
  test('names the studio, the note, its frequency, its figure and its modes', () => {
    const svg = noteFigureSvg(only(noteOf('a4')));
    expect(svg).toContain('<title id="title">Antinode: A4, 440 Hz</title>');
    expect(svg).toContain('Five-fold figure with six rings');
    expect(svg).toContain('Modes of A4: (5,6) + 0.35 × (20,1).</desc>');
  });

  test('of a blend, the heavier note first', () => {
    const svg = noteFigureSvg(between(noteOf('a4'), noteOf('as4'), 0.3));
    expect(svg).toContain('Antinode: A#4, 466.16 Hz; A4, 440 Hz');
    expect(svg).toContain('Six-fold figure');
    expect(svg).toContain('70 % A#4: (6,6) + 0.3 × (12,4). 30 % A4:');
  });

  test('needs no other file', () => {
    for (const { svg } of files)
      expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/href|url|http|style/);
  });

  test('is named after note and frequency', () => {
    expect(figureFileNameOf(only(noteOf('a4')), 'svg')).toBe('antinode-a4-440hz.svg');
    expect(figureFileNameOf(between(noteOf('a4'), noteOf('as4'), 0.3), 'png')).toBe(
      'antinode-as4-466.16hz.png',
    );
  });
});

test.each([1, 4, 7])('the blend of two notes %i apart stays under 10 kB', (apart) => {
  notes.forEach((note, i) => {
    const other = notes[(i + apart) % notes.length] ?? note;
    expect(Buffer.byteLength(noteFigureSvg(between(note, other, 0.35)))).toBeLessThan(10_000);
  });
});

test('the blend of two neighbours has a different figure', () => {
  const [c, cs] = [noteOf('c4'), noteOf('cs4')];
  const lines = [between(c, cs, 0.7), between(c, cs, 0.3), only(c), only(cs)].map((blend) =>
    linesOf(noteFigureSvg(blend)),
  );
  expect(new Set(lines.map(String)).size).toBe(4);
});

test('a saved file is a download whose address is revoked afterwards', async () => {
  vi.useFakeTimers();
  try {
    const link = { href: '', download: '', click: vi.fn(() => expect(link.href).toMatch(/^blob:/)) };
    const page = { createElement: () => link } as unknown as Document;
    saveFile(page, new Blob(['x']), 'a.svg');
    expect(link.click).toHaveBeenCalledOnce();
    expect(link.download).toBe('a.svg');
    expect(await (await fetch(link.href)).text()).toBe('x');
    vi.runAllTimers();
    await expect(fetch(link.href)).rejects.toThrow();
  } finally {
    vi.useRealTimers();
  }
});
