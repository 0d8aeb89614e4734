import delivery from '#content/delivery.yaml';
import sound from '#content/sound.yaml';
import { fileSizeText } from '#src/features/recordings/files/file-size.ts';
import { formatText, lengthText, unmeasuredText } from '#src/features/recordings/measurements/sound-text.ts';
import { levelOrWhy } from '#src/features/recordings/measurements/why-nothing.ts';
import { exactCodeOf } from '#src/features/recordings/measurements/time-code.ts';
import { fill } from '#src/platform/fill.ts';
import { failsText } from './check-delivery.ts';
import { foundText } from './fault-text.ts';
import { totalOf, type Delivery } from './find-delivery.ts';
import { fileRows, type SheetRecord, type SheetRow } from './sheet-rows.ts';

const { words } = delivery;

/** The rows of one file in a delivery's sheet. */
export function summaryRows(record: SheetRecord): SheetRow[] {
  const { measures, check, reason } = record;
  const { rows } = sound;
  if (!measures)
    return [
      ...fileRows(record),
      { ...rows.format, text: reason ? unmeasuredText(reason) : sound.sheet.notMeasured },
    ];
  return [
    ...fileRows(record),
    { ...rows.format, text: formatText(measures.format) },
    { ...rows.length, text: lengthText(measures.frames, measures.format.rateHz) },
    { ...rows.integrated, text: levelOrWhy('integrated', measures) },
    { ...rows.range, text: levelOrWhy('loudnessRange', measures) },
    { ...rows.truePeak, text: levelOrWhy('truePeak', measures) },
    { ...rows.noiseFloor, text: levelOrWhy('noiseFloor', measures) },
    { label: sound.faults.title, text: foundText(measures) },
    ...(check ? [{ label: check.specification, text: failsText(check.rules) }] : []),
  ];
}

/** The rows of all files together in a delivery's sheet. */
export function totalRows({ parts }: Delivery): SheetRow[] {
  const { files, measured, seconds, sizeBytes } = totalOf(parts);
  const { total } = words.delivery;
  return [
    { label: total.files, text: fill(total.measured, { files: String(files), measured: String(measured) }) },
    { ...sound.rows.length, text: exactCodeOf(Math.round(1000 * seconds)) },
    { ...sound.rows.size, text: fileSizeText(sizeBytes) },
  ];
}
