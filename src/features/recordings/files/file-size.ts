import project from '#content/project.yaml';
import { locale } from '#src/features/site/locale.ts';
import { fill } from '#src/platform/fill.ts';

const { bytes, units } = project.sizes;
const precise = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
const round = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });

/** A size as text: "812 bytes", "4.6 MB", "118 MB". */
export function fileSizeText(sizeBytes: number): string {
  if (sizeBytes < 1000) return fill(bytes[sizeBytes === 1 ? 0 : 1], { count: String(sizeBytes) });
  let size = sizeBytes;
  let step = -1;
  // What rounds up to 1000 is shown as 1 of the next unit.
  while (size >= 999.5 && step < units.length - 1) {
    size /= 1000;
    step += 1;
  }
  return `${(size < 10 ? precise : round).format(size)} ${units[step] ?? ''}`;
}
