/** A steady tone: a peak of the spectrum. */
type Tone = { readonly hz: number; readonly power: number };

const [lowestHz, highestHz] = [27, 2100];
/** Bins to either side by which a peak is judged. */
const around = 24;
/** A tone is the highest of so many bins to either side. */
const alone = 3;
/** How many times the geometric mean of what lies around it a tone is at least; noise reaches that in one bin of a million. */
const leastHeight = Math.log(24);
/** Tones softer than this beside the loudest are left out: the ripples of the window are as loud. */
const softestTone = 1e-4;
const mostTones = 40;

/** Sums of the logarithms of the bins before each. */
function logSumsOf(power: Float64Array, to: number): Float64Array {
  const sums = new Float64Array(to + 1);
  for (let bin = 0; bin < to; bin++)
    sums[bin + 1] = (sums[bin] as number) + Math.log((power[bin] as number) + 1e-30);
  return sums;
}

function isHighest(power: Float64Array, bin: number): boolean {
  const here = power[bin] as number;
  for (let away = 1; away <= alone; away++)
    if ((power[bin - away] ?? 0) >= here || (power[bin + away] ?? 0) > here) return false;
  return true;
}

/** The steady tones in a spectrum up to 2.1 kHz, by frequency: what stands far above all that lies around it. */
export function tonesIn(power: Float64Array, binHz: number): Tone[] {
  const last = Math.min(power.length - around - 2, Math.floor(highestHz / binHz));
  const sums = logSumsOf(power, last + around + 1);
  const logAt = (bin: number) => (sums[bin + 1] as number) - (sums[bin] as number);
  const tones: Tone[] = [];
  for (let bin = Math.ceil(lowestHz / binHz); bin <= last; bin++) {
    if (!isHighest(power, bin)) continue;
    const [from, to] = [Math.max(1, bin - around), bin + around + 1];
    const mean = ((sums[to] as number) - (sums[from] as number)) / (to - from);
    if (logAt(bin) - mean < leastHeight) continue;
    const [left, right] = [logAt(bin - 1), logAt(bin + 1)];
    // The top of a parabola through the three; a Hann window spreads a tone over them.
    const shift = (left - right) / (2 * (left - 2 * logAt(bin) + right));
    const own = (power[bin - 1] as number) + (power[bin] as number) + (power[bin + 1] as number);
    tones.push({ hz: (bin + shift) * binHz, power: own });
  }
  const loudest = Math.max(0, ...tones.map((tone) => tone.power));
  const kept = tones
    .filter((tone) => tone.power > softestTone * loudest)
    .toSorted((a, b) => b.power - a.power);
  return kept.slice(0, mostTones).toSorted((a, b) => a.hz - b.hz);
}

const mostPartials = 10;
/** How much less each partial counts than the one before it. */
const partialGain = 0.8;
/** A fundamental is heard itself: its least power beside that of the loudest of its partials. */
const leastFundamental = 0.003;
const mostNotes = 5;
/** Notes softer than this beside all tones are left. */
const softestNote = 0.01;

/** Half a semitone, and what a short stretch cannot tell apart. */
const isNear = (hz: number, wanted: number) => Math.abs(hz - wanted) < Math.max(0.028 * wanted, 1);

type Found = { readonly partials: readonly Tone[]; readonly salience: number };

/** Finds the tones that belong to the one at `first`: itself, and those at multiples of its frequency. */
function partialsOf(tones: readonly Tone[], first: number): Found {
  const base = tones[first] as Tone;
  const partials: Tone[] = [];
  let salience = 0;
  let at = first;
  for (let partial = 1; partial <= mostPartials; partial++) {
    const wanted = partial * base.hz;
    while (at < tones.length && (tones[at] as Tone).hz < wanted && !isNear((tones[at] as Tone).hz, wanted))
      at++;
    const found = tones[at];
    if (!found) break;
    if (!isNear(found.hz, wanted)) continue;
    partials.push(found);
    salience += partialGain ** (partial - 1) * found.power ** 0.3;
  }
  return { partials, salience };
}

/** The note to which most of some tones belongs. */
function strongestIn(tones: readonly Tone[]): Found | null {
  let best: Found | null = null;
  for (let first = 0; first < tones.length; first++) {
    const found = partialsOf(tones, first);
    const loudest = Math.max(...found.partials.map(({ power }) => power));
    if ((tones[first] as Tone).power < leastFundamental * loudest) continue;
    if (!best || found.salience > best.salience) best = found;
  }
  return best;
}

const powerOf = (tones: readonly Tone[]) => tones.reduce((sum, { power }) => sum + power, 0);

/** The notes that tones belong to, the strongest first: the frequency of each one's fundamental and the power of all its partials. */
export function notesIn(tones: readonly Tone[]): Tone[] {
  const softest = softestNote * powerOf(tones);
  const notes: Tone[] = [];
  let left = tones;
  while (notes.length < mostNotes) {
    const best = strongestIn(left);
    const base = best?.partials[0];
    if (!best || !base) break;
    const power = powerOf(best.partials);
    if (power < softest) break;
    notes.push({ hz: base.hz, power });
    left = left.filter((tone) => !best.partials.includes(tone));
  }
  return notes;
}
