import { PlateHead } from '#src/features/site/plate-head.tsx';
import { plates } from '#src/features/site/plates.ts';

export function CymaticsPage() {
  return (
    <PlateHead
      note={plates.cymatics}
      lines={{ wide: ['Cymatics', 'Navigation'], narrow: ['Cymatics', 'Navigation'] }}
      lead="Navigate through sound and science"
    />
  );
}
