/** From the strike to rest, and how much of it is the attack: the note's own envelope. */
const settleMs = 900;
const attack = 0.09;
/** How long one step may keep the page from answering, and all steps before the first frame together. */
const stepMs = 4;
const patienceMs = 40;
/** A frame that takes longer is the last. */
const frameMs = 12;
/** Pixels on a side while it flies: every one of them costs each frame. */
const longestSide = 1000;
const usualSide = 480;
const manyProcessors = 8;
const fewProcessors = 2;

/** How far from its line a grain still is, `t` of the way through: it jumps, then settles. */
export const flightAt = (t: number) => (t < attack ? t / attack : ((1 - t) / (1 - attack)) ** 3);

/** https://wicg.github.io/netinfo/, where a browser has it. */
type Connection = { readonly saveData?: boolean };

/** Does the visitor want motion that costs data and processor time, and is there any to spare? */
const isWelcome = (view: Window) =>
  view.navigator.hardwareConcurrency > fewProcessors &&
  !view.matchMedia('(prefers-reduced-motion: reduce)').matches &&
  !view.matchMedia('(prefers-reduced-data: reduce)').matches &&
  !(view.navigator as { connection?: Connection }).connection?.saveData;

/** Resolves when the page has loaded and has nothing else to do. */
async function idle(view: Window): Promise<void> {
  if (view.document.readyState !== 'complete')
    await new Promise((resolve) => view.addEventListener('load', resolve, { once: true }));
  await new Promise<unknown>((resolve) =>
    'requestIdleCallback' in view ? view.requestIdleCallback(resolve) : setTimeout(resolve, 200),
  );
}

/** Adds up how long it worked, so that a slow processor is known by it. */
function createStopwatch() {
  let totalMs = 0;
  return {
    isOver: () => totalMs > patienceMs,
    time<T>(work: () => T): T {
      const startMs = performance.now();
      const made = work();
      totalMs += performance.now() - startMs;
      return made;
    },
  };
}
type Stopwatch = ReturnType<typeof createStopwatch>;

/** How fine the flight is drawn: at most as the screen shows it. */
function sizeOf(powder: HTMLElement, { devicePixelRatio, navigator }: Window): number {
  const longest = navigator.hardwareConcurrency >= manyProcessors ? longestSide : usualSide;
  return Math.round(Math.min(longest, powder.clientWidth * Math.min(devicePixelRatio, 2)));
}

/** The plate's picture as pixels in the colour of the text, on a canvas of its own; null if it does not load. */
async function drawingOf(powder: HTMLElement, view: Window, stopwatch: Stopwatch) {
  const size = sizeOf(powder, view);
  if (size === 0) return null;
  const { maskImage, color } = getComputedStyle(powder.firstElementChild ?? powder);
  const image = new Image();
  // As the style sheet asks for it, so that it comes once.
  image.crossOrigin = 'anonymous';
  image.src = maskImage.slice(5, -2);
  const isLoaded = await image.decode().then(
    () => true,
    () => false,
  );
  const canvas = powder.ownerDocument.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!isLoaded || !context) return null;
  await idle(view);
  stopwatch.time(() => {
    canvas.width = canvas.height = size;
    context.drawImage(image, 0, 0, size, size);
    context.globalCompositeOperation = 'source-in';
    context.fillStyle = color;
    context.fillRect(0, 0, size, size);
  });
  await idle(view);
  const rest = stopwatch.time(() => new Uint32Array(context.getImageData(0, 0, size, size).data.buffer));
  return { canvas, context, rest, size };
}
type Drawing = NonNullable<Awaited<ReturnType<typeof drawingOf>>>;

/** Where each grain lies, and how far it jumps across and down as a part of the longest jump. */
type Grains = { readonly places: Uint32Array; readonly across: Float32Array; readonly down: Float32Array };

/** Finds the grains in steps, each when the page is idle; null on a processor that is slow at it. */
async function grainsOf({ rest }: Drawing, view: Window, stopwatch: Stopwatch): Promise<Grains | null> {
  const places = new Uint32Array(rest.length);
  const across = new Float32Array(rest.length);
  const down = new Float32Array(rest.length);
  let count = 0;
  let at = 0;
  const step = () => {
    const endMs = performance.now() + stepMs;
    while (at < rest.length && performance.now() <= endMs) {
      for (const end = Math.min(rest.length, at + 8192); at < end; at += 1) {
        if (!rest[at]) continue;
        places[count] = at;
        across[count] = Math.random() + Math.random() - 1;
        down[count] = Math.random() + Math.random() - 1;
        count += 1;
      }
    }
  };
  while (at < rest.length && !stopwatch.isOver()) {
    await idle(view);
    stopwatch.time(step);
  }
  if (stopwatch.isOver()) return null;
  return { places: places.subarray(0, count), across, down };
}

/** Draws every grain where it is, `reach` pixels being the longest jump. */
function scatter(pixels: Uint32Array, { rest, size }: Drawing, grains: Grains, reach: number): void {
  const { places, across, down } = grains;
  const radius = size / 2;
  pixels.fill(0);
  for (let n = 0; n < places.length; n += 1) {
    const place = places[n] ?? 0;
    const right = Math.round((across[n] ?? 0) * reach);
    const below = Math.round((down[n] ?? 0) * reach);
    const x = (place % size) + right - radius;
    const y = place / size + below - radius;
    // A grain that would leave the plate jumps inwards instead.
    const way = x * x + y * y < radius * radius ? 1 : -1;
    pixels[place + way * (right + below * size)] = rest[place] ?? 0;
  }
}

/** Lets the grains jump and settle, in place of the still picture, which then shows again. */
function fly(powder: HTMLElement, drawing: Drawing, grains: Grains): void {
  const { canvas, context, size } = drawing;
  const picture = context.createImageData(size, size);
  const pixels = new Uint32Array(picture.data.buffer);
  let startMs = 0;
  const draw = (nowMs: number) => {
    const beganMs = performance.now();
    startMs ||= nowMs;
    const t = (nowMs - startMs) / settleMs;
    if (t < 1) {
      scatter(pixels, drawing, grains, flightAt(t) * size * 0.08);
      context.putImageData(picture, 0, 0);
    }
    if (t < 1 && performance.now() - beganMs <= frameMs) {
      requestAnimationFrame(draw);
      return;
    }
    canvas.remove();
    powder.hidden = false;
  };
  powder.before(canvas);
  powder.hidden = true;
  requestAnimationFrame(draw);
}

/**
 * Strikes a plate once: its powder jumps and settles on the nodal lines. The still picture is there from the beginning; all
 * else waits until the page has loaded and is idle, and is left out where motion or data are not wanted, and on a processor
 * that is slow.
 */
export async function strikePowder(powder: HTMLElement | null, view: Window): Promise<void> {
  if (!powder || !isWelcome(view)) return;
  await idle(view);
  const stopwatch = createStopwatch();
  const drawing = await drawingOf(powder, view, stopwatch);
  const grains = drawing && (await grainsOf(drawing, view, stopwatch));
  if (drawing && grains) fly(powder, drawing, grains);
}
