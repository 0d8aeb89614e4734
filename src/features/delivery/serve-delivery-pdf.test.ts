import { expect, test } from 'vitest';
import { readPdf } from '#src/platform/pdf/read-pdf.fixture.ts';
import { deliveryPdf } from './report-pdf.ts';
import { reportOf } from './measures.fixture.ts';
import { reportRecordOf } from './delivery-report.ts';

test('writes the PDF of a large delivery without blocking other requests', async () => {
  const files = 20;
  const parts = Array.from({ length: files }, (_, index) => {
    const report = reportOf(`stem ${index}.wav`);
    return { report, record: reportRecordOf(report, null) };
  });
  let isWriting = true;
  let others = 0;
  const answerOther = () => {
    others += 1;
    if (isWriting) setImmediate(answerOther);
  };
  setImmediate(answerOther);
  const bytes = await deliveryPdf({
    project: { id: 'project', number: 214, name: 'Storm' },
    specification: null,
    choices: [],
    parts,
  });
  isWriting = false;
  expect(others).toBeGreaterThan(files / 2);
  expect((await readPdf(bytes)).text).toContain(`stem${files - 1}.wav`);
});
