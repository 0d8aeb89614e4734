import home from '#content/home.yaml';
import { BriefForm } from '#src/features/leads/forms/brief-form.tsx';
import { ContactForm } from '#src/features/leads/forms/contact-form.tsx';
import { LabSection } from '#src/studio/lab-section.tsx';
import { plates } from '#src/studio/notes.ts';
import { TraceDivider } from '#src/studio/trace-divider.tsx';
import { ButtonLink } from '#src/ui/button.tsx';
import { Figure } from '#src/ui/figure.tsx';
import { LazyPowder } from '#src/ui/powder.tsx';
import { Wave, waveLinesOf } from '#src/ui/wave.tsx';
import briefStyles from './brief.module.css';
import contactStyles from './contact.module.css';
import { EduTech } from './edutech.tsx';
import { Hero } from './hero.tsx';
import { HubDemo } from './hub-demo.tsx';
import { KnowledgeHub } from './knowledge-hub.tsx';
import { Labs } from './labs.tsx';
import { Releases } from './releases.tsx';
import { Testimonials } from './testimonials.tsx';
import visionStyles from './vision.module.css';
import type { Article } from '../knowledge/articles.ts';

/** The studio's aim, and its four promises. */
function Vision() {
  const { vision } = home;
  return (
    <LabSection
      id="about"
      surface="paper"
      note={plates.about}
      title={vision.title}
      look="eyebrow"
      figure="narrow"
      backdrop={<LazyPowder slug={plates.about} className={`only-wide ${visionStyles.plate}`} />}
    >
      <p className={visionStyles.statement}>{vision.lead}</p>
      <div className={visionStyles.texts}>
        {vision.texts.map((text) => (
          <p key={text} className="score">
            {text}
          </p>
        ))}
      </div>
      <dl className={visionStyles.ledger}>
        {vision.promises.map(({ title, text, measure }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd className="measure">{text}</dd>
            <dd className={`italic num ${visionStyles.measure}`}>{measure}</dd>
          </div>
        ))}
      </dl>
    </LabSection>
  );
}

/** The 60-second brief: its form is a minute on a ruler, one clip per answer. */
function Brief() {
  const { brief } = home;
  return (
    <section id="brief" className="section" data-s="signal" aria-labelledby="brief-title">
      <div className="wrap">
        <div className={briefStyles.head}>
          <h2 id="brief-title" className={briefStyles.title}>
            <Wave lines={waveLinesOf(brief.lines.wide)} narrowLines={waveLinesOf(brief.lines.narrow)} />
          </h2>
          <div className={briefStyles.side}>
            <Figure slug={plates.brief} />
            <p className="lead">{brief.text}</p>
          </div>
        </div>
        <div className={briefStyles.form}>
          <BriefForm />
        </div>
      </div>
    </section>
  );
}

const { contact } = home;

/** The contact form, and a link to book a call instead. */
function Contact() {
  return (
    <LabSection id="contact" surface="paper" note="b4" title={contact.title} look="eyebrow">
      <p className={`title ${contactStyles.statement}`}>{contact.lead}</p>
      <div className={contactStyles.columns}>
        <ContactForm />
        <div className={contactStyles.talk}>
          <p className="lead">{contact.text}</p>
          <ButtonLink
            label={contact.button}
            variant="secondary"
            href="/discovery-call"
            data-opens="discovery-call"
          />
          <ul className={contactStyles.facts}>
            {contact.facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        </div>
      </div>
    </LabSection>
  );
}

/** The home page: ten sections in the specification's order. */
export function Home({ articles }: { readonly articles: readonly Article[] }) {
  return (
    <>
      <Hero />
      <Vision />
      <TraceDivider note={plates.about} above="paper" />
      <Labs />
      <Brief />
      <KnowledgeHub articles={articles} />
      <TraceDivider note={plates.blog} above="paper" />
      <Testimonials />
      <HubDemo />
      <TraceDivider note={plates['visibility-hub']} above="plate" />
      <EduTech />
      <Releases />
      <TraceDivider note={plates.records} above="plate" />
      <Contact />
    </>
  );
}
