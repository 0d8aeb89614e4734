const framesJudged = 12;
const mostCpuMs = 16;
const mostGpuMs = 120;
const slowInARow = 12;

const medianOf = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/**
 * Judges whether drawing costs too much: the median of the last dozen frames' main-thread time is over 16 ms, or a dozen
 * frames in a row were still with the graphics processor 120 ms after they were asked for. The first frame does not
 * count: it compiles.
 */
export function createFrameCost() {
  const cpu: number[] = [];
  let slow = -1;
  return {
    addCpu(ms: number) {
      if (cpu.push(ms) > framesJudged) cpu.shift();
    },
    addGpu(ms: number) {
      slow = ms > mostGpuMs ? slow + 1 : 0;
    },
    isTooMuch: () => (cpu.length === framesJudged && medianOf(cpu) > mostCpuMs) || slow >= slowInARow,
  };
}
