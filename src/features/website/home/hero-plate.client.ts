import type { Patience, Strike } from '#src/ui/strike-powder.client.ts';

const fewProcessors = 2;
/** CPU time limits of an automatic strike and of one that the visitor asked for. */
const unasked: Patience = { stepsMs: 40, frameMs: 12 };
const asked: Patience = { stepsMs: 400, frameMs: 40 };
const press = { width: 0.7, height: 1 };
const drag = { width: 0.25, height: 0.35 };
const toneId = 'plate';

/** https://wicg.github.io/netinfo/, where a browser has it. */
type Connection = { readonly saveData?: boolean };
type StrikePowder = (where: Strike) => void;

const isCalm = (view: Window) => view.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Returns whether the visitor's settings and device allow motion that costs data and CPU time. */
const isWelcome = (view: Window) =>
  view.navigator.hardwareConcurrency > fewProcessors &&
  !isCalm(view) &&
  !view.matchMedia('(prefers-reduced-data: reduce)').matches &&
  !(view.navigator as { connection?: Connection }).connection?.saveData;

/** Resolves when the page has loaded and has nothing else to do. */
async function idle(view: Window): Promise<void> {
  if (view.document.readyState !== 'complete')
    await new Promise((resolve) => view.addEventListener('load', resolve, { once: true }));
  await new Promise<unknown>((resolve) =>
    'requestIdleCallback' in view
      ? view.requestIdleCallback(resolve, { timeout: 5000 })
      : setTimeout(resolve, 200),
  );
}

/** Returns the pointer's position on the plate, from −1 to 1 on both axes, or null outside it. */
function placeOn(plate: Element, { clientX, clientY }: PointerEvent): { x: number; y: number } | null {
  const { left, top, width, height } = plate.getBoundingClientRect();
  const x = (2 * (clientX - left)) / width - 1;
  const y = (2 * (clientY - top)) / height - 1;
  return Math.hypot(x, y) <= 1 ? { x, y } : null;
}

/** Animates the plate's powder; its code and grains are loaded at the first strike. */
function createPowder(powder: HTMLElement, view: Window) {
  let ready: Promise<StrikePowder | null> | undefined;
  return async (where: Strike | 'whole', patience: Patience): Promise<void> => {
    if (isCalm(view)) return;
    try {
      const { readyPowder, wholePlate } = await import('#src/ui/strike-powder.client.ts');
      const strike = await (ready ??= readyPowder(powder, view, patience));
      // On a slow CPU the next strike, which allows more time, tries again.
      if (!strike) ready = undefined;
      strike?.(where === 'whole' ? wholePlate : where);
    } catch {
      // The powder stays settled.
    }
  };
}

/** Plays the plate's tone, off until it is switched on; its code is loaded then. */
function createTone(button: HTMLButtonElement | null, onSwitchedOn: () => void): () => void {
  const hz = Number(button?.value);
  let player: Promise<{ press: (id: string, hz: number) => void }> | undefined;
  const sound = async () => {
    if (button?.ariaPressed !== 'true') return;
    try {
      player ??= import('#src/features/cymatics/tone/tone-player.ts').then(({ createTonePlayer }) =>
        createTonePlayer(),
      );
      (await player).press(toneId, hz);
    } catch {
      player = undefined;
      button.ariaPressed = 'false';
    }
  };
  button?.addEventListener('click', () => {
    button.ariaPressed = `${button.ariaPressed !== 'true'}`;
    if (button.ariaPressed !== 'true') return;
    void sound();
    onSwitchedOn();
  });
  return () => void sound();
}

/**
 * Wires the hero's plate. It is struck once when the page is idle, if the visitor's settings allow it, and wherever it
 * is pressed; dragging over it makes the powder jump along the path.
 */
export function wireHeroPlate(page: Document, view: Window): void {
  const hero = page.querySelector<HTMLElement>('#home');
  const powder = hero?.querySelector<HTMLElement>('.powder');
  const plate = powder?.parentElement;
  if (!hero || !powder || !plate) return;
  const strike = createPowder(powder, view);
  const sound = createTone(hero.querySelector('[data-plate-sound]'), () => void strike('whole', asked));
  let pressing: number | undefined;
  hero.addEventListener('pointerdown', (event) => {
    const place = placeOn(plate, event);
    if (!place || event.button > 0 || (event.target as Element).closest('a,button')) return;
    pressing = event.pointerId;
    void strike({ ...place, ...press }, asked);
    sound();
  });
  // Dragging would select the text over the plate. Emulated mouse events of a touch come after it has ended.
  hero.addEventListener('mousedown', (event) => pressing !== undefined && event.preventDefault());
  hero.addEventListener('pointermove', (event) => {
    const place = event.pointerId === pressing ? placeOn(plate, event) : null;
    if (place) void strike({ ...place, ...drag }, asked);
  });
  for (const end of ['pointerup', 'pointercancel'] as const)
    view.addEventListener(end, () => (pressing = undefined));
  if (isWelcome(view)) void idle(view).then(() => strike('whole', unasked));
}
