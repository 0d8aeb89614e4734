import words from '#content/cymatics.yaml';
import { ControlRow, Tool } from './overlay-controls.tsx';
import type { Plate } from './use-plate.ts';

/** The figure as it is shown now, as a file. */
async function save(page: Document, plate: Plate, kind: 'svg' | 'png'): Promise<void> {
  const blend = plate.blend();
  const { figureFileNameOf, noteFigureSvg, saveFile } = await import('#src/figures/figure-file.ts');
  const blob =
    kind === 'png'
      ? await (await import('#src/features/cymatics/plate/figure-picture.ts')).figurePngOf(page, blend)
      : new Blob([noteFigureSvg(blend)], { type: 'image/svg+xml' });
  saveFile(page, blob, figureFileNameOf(blend, kind));
}

/** Saving the figure of the note that is selected. */
export function SaveFigure({
  page,
  plate,
  onProblem,
}: {
  readonly page: Document;
  readonly plate: Plate;
  readonly onProblem: (isProblem: boolean) => void;
}) {
  const saveAs = (kind: 'svg' | 'png') => () => {
    onProblem(false);
    save(page, plate, kind).then(
      () => onProblem(false),
      () => onProblem(true),
    );
  };
  return (
    <ControlRow name={words.mark.name}>
      <Tool icon="download" onClick={saveAs('svg')}>
        {words.mark.svg}
      </Tool>
      <Tool icon="download" onClick={saveAs('png')}>
        {words.mark.png}
      </Tool>
      <p className="cym-remark small dim">{words.mark.note}</p>
    </ControlRow>
  );
}
