/** From the strike to rest, and how much of it is the attack: the note's own envelope. */
const settleMs = 900;
const attack = 0.09;

/** How far from its line a grain still is, `t` of the way through: it jumps, then settles. */
export const flightAt = (t: number) => (t < attack ? t / attack : ((1 - t) / (1 - attack)) ** 3);

/** The plate's picture in the colour of the text, on a canvas of its own; null if it does not load. */
async function drawingOf(powder: HTMLElement, size: number) {
  const { maskImage, color } = getComputedStyle(powder.firstElementChild ?? powder);
  const image = new Image();
  image.src = maskImage.slice(5, -2);
  const isLoaded = await image.decode().then(
    () => true,
    () => false,
  );
  const canvas = powder.ownerDocument.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!isLoaded || !context) return null;
  canvas.width = canvas.height = size;
  context.drawImage(image, 0, 0, size, size);
  context.globalCompositeOperation = 'source-in';
  context.fillStyle = color;
  context.fillRect(0, 0, size, size);
  return { canvas, context };
}

/**
 * Strikes a plate once: its powder jumps and settles on the nodal lines. The canvas then stays in the still picture's
 * place, which the page leaves unloaded where this runs, so that the picture comes once.
 */
export async function strikePowder(powder: HTMLElement | null): Promise<void> {
  if (!powder || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const size = Math.round(Math.min(1000, powder.clientWidth * Math.min(devicePixelRatio, 2)));
  const drawing = await drawingOf(powder, size);
  if (!drawing) return;
  const { canvas, context } = drawing;
  const rest = new Uint32Array(context.getImageData(0, 0, size, size).data.buffer);
  const picture = context.createImageData(size, size);
  const pixels = new Uint32Array(picture.data.buffer);
  const grains: number[] = [];
  const flights: number[] = [];
  for (let i = 0; i < rest.length; i++) {
    if (!rest[i]) continue;
    grains.push(i);
    flights.push(Math.random() + Math.random() - 1);
  }
  let startMs = 0;
  const draw = (nowMs: number) => {
    startMs ||= nowMs;
    const t = Math.min(1, (nowMs - startMs) / settleMs);
    const reach = flightAt(t) * size * 0.08;
    pixels.fill(0);
    grains.forEach((i, n) => {
      const across = Math.round((flights[n] ?? 0) * reach);
      const down = Math.round((flights[(n * 7) % flights.length] ?? 0) * reach);
      const x = (i % size) + across - size / 2;
      const y = i / size + down - size / 2;
      // A grain that would leave the plate jumps inwards instead.
      const way = x * x + y * y < (size * size) / 4 ? 1 : -1;
      pixels[i + way * (across + down * size)] = rest[i] ?? 0;
    });
    context.putImageData(picture, 0, 0);
    if (t < 1) requestAnimationFrame(draw);
  };
  powder.before(canvas);
  powder.hidden = true;
  requestAnimationFrame(draw);
}
