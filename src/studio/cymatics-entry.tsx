import system from '#content/system.yaml';
import { Icon } from '#src/ui/icon.tsx';
import { destinationOf } from './destinations.ts';

/** The way to the overlay from the page's frame; without JavaScript to the page that lists its notes. */
export function CymaticsEntry({
  className,
  from,
}: {
  readonly className: string | undefined;
  readonly from: 'header' | 'menu';
}) {
  return (
    <a className={className} href={destinationOf('cymatics').href} data-opens={`cymatics:${from}`}>
      <Icon name="keyboard" />
      {system.header.overlay}
    </a>
  );
}
