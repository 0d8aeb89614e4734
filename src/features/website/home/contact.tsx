import home from '#content/home.yaml';
import { ContactForm } from '#src/features/leads/forms/contact-form.tsx';
import { LabSection } from '#src/studio/lab-section.tsx';
import { ButtonLink } from '#src/ui/button.tsx';
import styles from './contact.module.css';

const { contact } = home;

/** The contact form, and the quicker way for who would rather talk. */
export function Contact() {
  return (
    <LabSection id="contact" surface="paper" note="b4" title={contact.title} look="eyebrow">
      <p className={`title ${styles.statement}`}>{contact.lead}</p>
      <div className={styles.columns}>
        <ContactForm />
        <div className={styles.talk}>
          <p className="lead">{contact.text}</p>
          <ButtonLink
            label={contact.button}
            variant="secondary"
            href="/discovery-call"
            data-opens="discovery-call"
          />
          <ul className={styles.facts}>
            {contact.facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        </div>
      </div>
    </LabSection>
  );
}
