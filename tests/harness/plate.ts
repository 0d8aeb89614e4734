import type { JSHandle, Page } from '@playwright/test';
import type { PlateView } from '#src/features/cymatics/plate/plate-view.ts';
import type { Note, NoteSlug } from '#src/studio/notes.ts';
import { loadModule } from './load-module.ts';

/** A plate on an otherwise ordinary page of the site, with the functions that a test needs to play it. */
export interface Stage {
  readonly host: HTMLElement;
  readonly view: PlateView;
  /** The loudness passed to the plate, 0 to 1. */
  level: number;
  noteOf(slug: NoteSlug): Note;
  /** Removes the plate and any additional ones, and puts a new plate of C4 on the page. */
  reset(): void;
  /** Adds another plate. */
  twin(slug: NoteSlug): { host: HTMLElement; view: PlateView };
  canvas(): HTMLCanvasElement;
}

const source = `
export { createPlateView } from '#src/features/cymatics/plate/plate-view.ts';
export { noteOf } from '#src/studio/notes.ts';
`;
type Modules = typeof import('#src/features/cymatics/plate/plate-view.ts') &
  typeof import('#src/studio/notes.ts');

/** However busy the machine, no picture counts as late: the plate then keeps its renderer. */
function neverLate(): void {
  WebGL2RenderingContext.prototype.fenceSync = () => null;
}

/** Opens a page and, after `prepare` has run in it, puts a plate of C4 on it. */
export async function openPlate(page: Page, prepare: () => void = () => undefined): Promise<JSHandle<Stage>> {
  const path = await loadModule(page, source);
  await page.goto('/terms');
  await page.evaluate(neverLate);
  await page.evaluate(prepare);
  return page.evaluateHandle(async (from): Promise<Stage> => {
    const { createPlateView, noteOf } = (await import(from)) as Modules;
    const plates = new Set<{ host: HTMLElement; view: PlateView }>();
    const put = (slug: NoteSlug) => {
      const host = document.createElement('div');
      document.body.prepend(host);
      const levelOf = () => stage.level;
      const blend = [{ note: noteOf(slug), weight: 1 }];
      const plate = { host, view: createPlateView(host, { label: 'The figure', levelOf, blend }) };
      plates.add(plate);
      return plate;
    };
    const stage: { -readonly [key in keyof Stage]: Stage[key] } = {
      level: 0,
      noteOf,
      twin: put,
      reset() {
        for (const { host, view } of plates) {
          view.dispose();
          host.remove();
        }
        plates.clear();
        stage.level = 0;
        Object.assign(stage, put('c4'));
      },
      canvas() {
        const canvas = stage.host.querySelector('canvas');
        if (!canvas) throw new Error('There is no canvas');
        return canvas;
      },
      ...({} as { host: HTMLElement; view: PlateView }),
    };
    stage.reset();
    return stage;
  }, path);
}

/** The content of the plate's canvas, as a data URL. */
export const pictureOf = async (stage: JSHandle<Stage>) => stage.evaluate((on) => on.canvas().toDataURL());

/** Share of the canvas in the signal colour, at least half opaque. */
export const powderOn = async (stage: JSHandle<Stage>) =>
  stage.evaluate((on) => {
    const copy = document.createElement('canvas');
    copy.width = copy.height = 400;
    const context = copy.getContext('2d');
    if (!context) throw new Error('No 2D context');
    context.drawImage(on.canvas(), 0, 0);
    const { data } = context.getImageData(0, 0, 400, 400);
    return data.filter((red, i) => i % 4 === 0 && red > 128).length / 400 ** 2;
  });
