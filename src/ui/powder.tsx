import './powder.css';

const pictures = import.meta.glob<string>('../generated/powder-*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
});

const tiles = Array.from({ length: 16 }, (_, tile) => tile);

interface Props {
  readonly slug: string;
  readonly className?: string | undefined;
}

/**
 * A note's powder in the colour of the text around it, there as soon as the page is. A mask in sixteen tiles: a
 * whole picture of this size would count as the largest paint. A class sets its size.
 */
export function Powder({ slug, className }: Props) {
  return (
    <div className={['powder', `powder-${slug}`, className].filter(Boolean).join(' ')} aria-hidden="true">
      {tiles.map((tile) => (
        <span key={tile} />
      ))}
    </div>
  );
}

/** The powder in black on a light ground, as an image that loads when it comes near: for places further down. */
export function LazyPowder({ slug, className }: Props) {
  return (
    <img
      className={['powder-black', className].filter(Boolean).join(' ')}
      src={pictures[`../generated/powder-${slug}.webp`]}
      width="1000"
      height="1000"
      alt=""
      loading="lazy"
      decoding="async"
    />
  );
}
