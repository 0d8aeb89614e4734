import type { Patience, Strike } from '#src/ui/strike-powder.client.ts';

const fewProcessors = 2;
/** The time that may be spent on a strike by itself, and on one that the visitor asked for. */
const unasked: Patience = { stepsMs: 40, frameMs: 12 };
const asked: Patience = { stepsMs: 400, frameMs: 40 };
const press = { width: 0.7, height: 1 };
const drag = { width: 0.25, height: 0.35 };
const toneId = 'plate';

/** https://wicg.github.io/netinfo/, where a browser has it. */
type Connection = { readonly saveData?: boolean };
type StrikePowder = (where: Strike) => void;

const isCalm = (view: Window) => view.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Does the visitor want motion that costs data and processor time, and is there any to spare? */
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

/** Returns the pointer's place on the plate, from −1 to 1 across and down; null beside it. */
function placeOn(plate: Element, { clientX, clientY }: PointerEvent): { x: number; y: number } | null {
  const { left, top, width, height } = plate.getBoundingClientRect();
  const x = (2 * (clientX - left)) / width - 1;
  const y = (2 * (clientY - top)) / height - 1;
  return Math.hypot(x, y) <= 1 ? { x, y } : null;
}

/** The plate's powder, whose code and grains come when they are first wanted. */
function createPowder(powder: HTMLElement, view: Window) {
  let ready: Promise<StrikePowder | null> | undefined;
  return async (where: Strike | 'whole', patience: Patience): Promise<void> => {
    if (isCalm(view)) return;
    try {
      const { readyPowder, wholePlate } = await import('#src/ui/strike-powder.client.ts');
      const strike = await (ready ??= readyPowder(powder, view, patience));
      // On a slow processor the next one who asks has more patience, or as much.
      if (!strike) ready = undefined;
      strike?.(where === 'whole' ? wholePlate : where);
    } catch {
      // It stays settled.
    }
  };
}

/** The plate's tone, silent until it is switched on; its code comes with the switch. */
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
 * Wires the hero's plate. It is struck once when the page is idle, if the visitor's settings allow it, and wherever it is pressed;
 * drawing over it makes the powder leap along the way.
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
  // Drawing would mark the text that lies over the plate. A finger's mouse comes after it has gone.
  hero.addEventListener('mousedown', (event) => pressing !== undefined && event.preventDefault());
  hero.addEventListener('pointermove', (event) => {
    const place = event.pointerId === pressing ? placeOn(plate, event) : null;
    if (place) void strike({ ...place, ...drag }, asked);
  });
  for (const end of ['pointerup', 'pointercancel'] as const)
    view.addEventListener(end, () => (pressing = undefined));
  if (isWelcome(view)) void idle(view).then(() => strike('whole', unasked));
}
