import words from '#content/cymatics.yaml';
import { chirpPath, curveBox, responsePath } from './explainer-curves.ts';
import { Engraving } from './overlay-glyph.tsx';

const shownFigures = ['c4', 'e4', 'g4', 'b4'] as const;

function Curve({ path }: { readonly path: string }) {
  return (
    <svg viewBox={curveBox} preserveAspectRatio="none" aria-hidden="true">
      <path vectorEffect="non-scaling-stroke" d={path} />
    </svg>
  );
}

/** "What is Cymatics?": the explanation, and frequency, pattern and resonance, each with what it looks like. */
export function CymaticsInfo() {
  const { title, text, frequency, pattern, resonance } = words.info;
  const cards = [
    { ...frequency, picture: <Curve path={chirpPath()} /> },
    { ...pattern, picture: shownFigures.map((slug) => <Engraving key={slug} slug={slug} />) },
    { ...resonance, picture: <Curve path={responsePath()} /> },
  ];
  return (
    <section id="cym-info" className="cym-info" aria-labelledby="cym-info-title">
      <div>
        <h3 id="cym-info-title" className="title-2">
          {title}
        </h3>
        <p className="score">{text}</p>
      </div>
      <ul className="cym-cards">
        {cards.map((card) => (
          <li key={card.title}>
            <div className="cym-picture">{card.picture}</div>
            <h4 className="title-3">{card.title}</h4>
            <p className="dim small">{card.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
