import project from '#content/project.yaml';
import site from '#content/site.yaml';

const { bytes, units } = project.sizes;
const locale = site.locale.replace('_', '-');
const precise = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
const round = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });

/** A size as text: "812 bytes", "4.6 MB", "118 MB". */
export function fileSizeText(sizeBytes: number): string {
  if (sizeBytes < 1000) return bytes[sizeBytes === 1 ? 0 : 1].replace('{count}', String(sizeBytes));
  let size = sizeBytes;
  let step = -1;
  // What would round up to a thousand is one of the next unit.
  while (size >= 999.5 && step < units.length - 1) {
    size /= 1000;
    step += 1;
  }
  return `${(size < 10 ? precise : round).format(size)} ${units[step] ?? ''}`;
}
