import { useLayoutEffect, useMemo, useRef, type RefObject } from 'react';
import type { Blend } from '#src/figures/blend.ts';
import { figureDescriptionOf } from '#src/figures/figure-description.ts';
import type { Instrument } from './instrument.ts';
import { createPlateView, type PlateView } from '#src/features/cymatics/plate/plate-view.ts';

/** The picture of the selected note, or of the current voice. */
export interface Plate {
  /** Shows this blend until the next note is selected; null shows the selected note again. */
  readonly show: (blend: Blend | null) => void;
  /** Returns the current blend of notes. */
  readonly blend: () => Blend;
  readonly setStill: (isStill: boolean) => void;
}

/** Draws the state of the piano: the selected note, and a strike for each activation. */
export function usePlate(host: RefObject<HTMLElement | null>, instrument: Instrument): Plate {
  const view = useRef<PlateView>(undefined);
  const shown = useRef<Blend>([]);

  useLayoutEffect(() => {
    const blendOf = (): Blend => [{ note: instrument.read().note, weight: 1 }];
    const labelOf = () => figureDescriptionOf(instrument.read().note);
    if (!host.current) return undefined;
    shown.current = blendOf();
    const plateView = createPlateView(host.current, {
      label: labelOf(),
      levelOf: () => instrument.player.level(),
      blend: shown.current,
    });
    view.current = plateView;
    let before = instrument.read();
    const stop = instrument.subscribe(() => {
      const { note, strikes, leaving } = instrument.read();
      if (note !== before.note) {
        shown.current = blendOf();
        plateView.show(shown.current);
        plateView.setLabel(labelOf());
      }
      if (strikes !== before.strikes) plateView.strike(!!leaving);
      before = instrument.read();
    });
    return () => {
      stop();
      plateView.dispose();
      view.current = undefined;
    };
  }, [host, instrument]);

  return useMemo(
    () => ({
      show: (blend) => {
        shown.current = blend ?? [{ note: instrument.read().note, weight: 1 }];
        view.current?.show(shown.current);
      },
      blend: () => shown.current,
      setStill: (isStill) => view.current?.setStill(isStill),
    }),
    [instrument],
  );
}
