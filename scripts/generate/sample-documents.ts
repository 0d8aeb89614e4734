import type { Content } from '#content/schemas.ts';

type Files = Content<'sample-files'>;

/** A text of a PDF's content stream: WinAnsi bytes, with the characters that would end it escaped. */
function pdfText(text: string): string {
  const plain = text.replaceAll('’', "'").replaceAll(/[^\x20-\x7e]/g, '?');
  return plain.replaceAll(/[\\()]/g, (character) => `\\${character}`);
}

/** The lines of a page, from its top: text, distance from the left edge, size. */
type Line = readonly (readonly [text: string, x: number, sizePt: number])[];

function pageOf(lines: readonly Line[]): string {
  let y = 790;
  return lines
    .map((line) => {
      y -= 20;
      return line
        .map(([text, x, sizePt]) => `BT /F1 ${sizePt} Tf ${x} ${y} Td (${pdfText(text)}) Tj ET`)
        .join('\n');
    })
    .join('\n');
}

/** A PDF of one A4 page in Helvetica, the same bytes every time. */
function pdfOf(lines: readonly Line[]): Buffer {
  const page = pageOf(lines);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
    `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const end = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(`${text}xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}${end}`, 'latin1');
}

/** The cue list of the sample film. */
export function cueListPdf({ title, note, columns, cues }: Files['cueList']): Buffer {
  const rowOf = (cue: string, at: string, name: string): Line => [
    [cue, 60, 10],
    [at, 110, 10],
    [name, 190, 10],
  ];
  return pdfOf([
    [[title, 60, 18]],
    [[note, 60, 9]],
    rowOf(columns.cue, columns.at, columns.title),
    ...cues.map(({ at, title: name }, index) => rowOf(String(index + 1), at, name)),
  ]);
}

const decibels = (value: number) => (20 * Math.log10(Math.max(value, 1e-6))).toFixed(1);

/** How loud each second of a sound is, as CSV. */
export function loudnessCsv(columns: readonly string[], samples: Float32Array, rateHz: number): Buffer {
  const seconds = Math.ceil(samples.length / rateHz);
  const rows = Array.from({ length: seconds }, (_, second) => {
    const part = samples.subarray(second * rateHz, (second + 1) * rateHz);
    const rms = Math.sqrt(part.reduce((sum, value) => sum + value * value, 0) / part.length);
    const peak = part.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    return [second, decibels(rms), decibels(peak)].join(',');
  });
  return Buffer.from(`${[columns.join(','), ...rows].join('\r\n')}\r\n`);
}
