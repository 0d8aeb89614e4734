/** A struck grain is farthest from its line after 1/12 s and back within a second: a critically damped spring. */
const rate = 12;
const restingLift = 0.004;
const highestLift = 1.3;
/** The longest jump as a share of the plate. */
const reach = 0.08;
/** How long one step may block the page. */
const stepMs = 4;
/** Rows that are drawn and read in one step. */
const stripRows = 16;
/** Pixels per side during the animation; each one costs time in every frame. */
const longestSide = 1000;
const usualSide = 480;
const manyProcessors = 8;

/** The speed that lifts a grain at rest by 1. */
const strikeSpeed = Math.E * rate;

/** A strike on a plate: x and y from −1 to 1, and its width and height in radii. */
export interface Strike {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
/** The whole plate at once. */
export const wholePlate: Strike = { x: 0, y: 0, width: Infinity, height: 1 };

/**
 * Time limits: for all steps before the first frame together, and for each frame. A frame that takes longer is the
 * last.
 */
export interface Patience {
  readonly stepsMs: number;
  readonly frameMs: number;
}

/** Resolves when the page has nothing else to do. */
const idle = (view: Window) =>
  new Promise<unknown>((resolve) =>
    'requestIdleCallback' in view
      ? view.requestIdleCallback(resolve, { timeout: 200 })
      : setTimeout(resolve, 1),
  );

/** How fine the flight is drawn: at most as the screen shows it. */
function sizeOf(powder: HTMLElement, { devicePixelRatio, navigator }: Window): number {
  const longest = navigator.hardwareConcurrency >= manyProcessors ? longestSide : usualSide;
  return Math.round(Math.min(longest, powder.clientWidth * Math.min(devicePixelRatio, 2)));
}

/** Returns a new canvas, or null if the browser has none. */
function contextOf(page: Document, width: number, height: number): CanvasRenderingContext2D | null {
  const canvas = page.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return canvas.getContext('2d', { willReadFrequently: true });
}

/** Returns the plate's picture, decoded off the main thread, or null if it does not load. */
async function pictureOf(address: string): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(await (await fetch(address)).blob());
  } catch {
    return null;
  }
}

/** The place and colour of each grain, and how far it jumps across and down as a share of the longest jump. */
export interface Grains {
  readonly places: Uint32Array;
  readonly colours: Uint32Array;
  readonly across: Float32Array;
  readonly down: Float32Array;
}

/** Finds the grains strip by strip, each in a step of its own. Returns null on a slow CPU. */
async function grainsOf(
  picture: ImageBitmap,
  { size, colour, view, stepsMs }: { size: number; colour: string; view: Window; stepsMs: number },
): Promise<Grains | null> {
  const context = contextOf(view.document, size, stripRows);
  if (!context) return null;
  context.fillStyle = colour;
  const [places, colours, across, down]: [number[], number[], number[], number[]] = [[], [], [], []];
  const jump = () => Math.random() + Math.random() - 1;
  const findIn = (top: number) => {
    const scale = picture.height / size;
    context.globalCompositeOperation = 'copy';
    context.drawImage(picture, 0, top * scale, picture.width, stripRows * scale, 0, 0, size, stripRows);
    context.globalCompositeOperation = 'source-in';
    context.fillRect(0, 0, size, stripRows);
    const rows = Math.min(stripRows, size - top);
    const pixels = new Uint32Array(context.getImageData(0, 0, size, rows).data.buffer);
    for (const [i, pixel] of pixels.entries()) {
      if (pixel === 0) continue;
      places.push(top * size + i);
      colours.push(pixel);
      across.push(jump());
      down.push(jump());
    }
  };
  let spentMs = 0;
  for (let top = 0; top < size;) {
    await idle(view);
    const startMs = performance.now();
    do {
      findIn(top);
      top += stripRows;
    } while (top < size && performance.now() - startMs < stepMs);
    spentMs += performance.now() - startMs;
    if (spentMs > stepsMs) return null;
  }
  return {
    places: Uint32Array.from(places),
    colours: Uint32Array.from(colours),
    across: Float32Array.from(across),
    down: Float32Array.from(down),
  };
}

/** The state of every grain's spring. */
export function createFlight({ places, colours, across, down }: Grains, size: number) {
  const lifts = new Float32Array(places.length);
  const speeds = new Float32Array(places.length);
  const radius = size / 2;
  return {
    strike({ x, y, width, height }: Strike) {
      for (let n = 0; n < places.length; n += 1) {
        const place = places[n] ?? 0;
        const far = Math.hypot((place % size) / radius - 1 - x, place / size / radius - 1 - y) / width;
        speeds[n] = (speeds[n] ?? 0) + strikeSpeed * height * Math.exp(-far * far);
      }
    },
    rest() {
      lifts.fill(0);
      speeds.fill(0);
    },
    /** Draws every grain after `dtS` seconds; returns whether any still moves. */
    draw(pixels: Uint32Array, dtS: number): boolean {
      let highest = 0;
      pixels.fill(0);
      const fade = Math.exp(-rate * dtS);
      for (let n = 0; n < places.length; n += 1) {
        const pull = (speeds[n] ?? 0) + rate * (lifts[n] ?? 0);
        const lift = Math.min(highestLift, ((lifts[n] ?? 0) + pull * dtS) * fade);
        lifts[n] = lift;
        speeds[n] = ((speeds[n] ?? 0) - rate * pull * dtS) * fade;
        highest = Math.max(highest, lift, Math.abs(speeds[n] ?? 0) / strikeSpeed);
        const place = places[n] ?? 0;
        const right = Math.round((across[n] ?? 0) * lift * reach * size);
        const below = Math.round((down[n] ?? 0) * lift * reach * size);
        const x = (place % size) + right - radius;
        const y = place / size + below - radius;
        // Grains that would leave the plate jump inwards instead.
        const way = x * x + y * y < radius * radius ? 1 : -1;
        pixels[place + way * (right + below * size)] = colours[n] ?? 0;
      }
      return highest > restingLift;
    },
  };
}

/** Shows the animation instead of the still picture until all grains rest. */
function createStage(
  powder: HTMLElement,
  flight: ReturnType<typeof createFlight>,
  size: number,
  frameMs: number,
) {
  const context = contextOf(powder.ownerDocument, size, size);
  const picture = context?.createImageData(size, size);
  if (!context || !picture) return null;
  const pixels = new Uint32Array(picture.data.buffer);
  let beforeMs = 0;
  const draw = (nowMs: number) => {
    const startMs = performance.now();
    // A dropped frame must not make the powder jump.
    const dtS = Math.min(0.05, Math.max(0, nowMs - beforeMs) / 1000);
    beforeMs = nowMs;
    const isMoving = flight.draw(pixels, dtS);
    context.putImageData(picture, 0, 0);
    if (isMoving && performance.now() - startMs <= frameMs) {
      requestAnimationFrame(draw);
      return;
    }
    flight.rest();
    context.canvas.remove();
    powder.hidden = false;
  };
  return () => {
    if (powder.hidden) return;
    powder.before(context.canvas);
    powder.hidden = true;
    beforeMs = performance.now();
    requestAnimationFrame(draw);
  };
}

/**
 * Prepares a plate's powder. Returns a function that makes it jump where it is struck and settle on the nodal lines, or
 * null if the browser cannot do so within the time limits. Each step and each frame is a short task.
 */
export async function readyPowder(
  powder: HTMLElement,
  view: Window,
  { stepsMs, frameMs }: Patience,
): Promise<((where: Strike) => void) | null> {
  const size = sizeOf(powder, view);
  if (size === 0) return null;
  const { maskImage, color } = getComputedStyle(powder.firstElementChild ?? powder);
  const picture = await pictureOf(maskImage.slice(5, -2));
  const grains = picture && (await grainsOf(picture, { size, colour: color, view, stepsMs }));
  picture?.close();
  if (!grains) return null;
  await idle(view);
  const flight = createFlight(grains, size);
  const show = createStage(powder, flight, size, frameMs);
  if (!show) return null;
  await idle(view);
  return (where) => {
    flight.strike(where);
    show();
  };
}
