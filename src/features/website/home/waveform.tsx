import sprite from '#src/generated/traces.svg?url';

/** The waveform of a synthesised recording, stretched over the box its class gives it. Decorative. */
export function Waveform({
  name,
  className,
}: {
  readonly name: 'reel' | 'loop';
  readonly className?: string | undefined;
}) {
  return (
    <svg className={className} stroke="currentColor" aria-hidden="true">
      <use href={`${sprite}#${name}`} width="100%" height="100%" />
    </svg>
  );
}
