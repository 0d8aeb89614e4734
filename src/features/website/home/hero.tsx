import home from '#content/home.yaml';
import { destinationOf } from '#src/studio/destinations.ts';
import { noteOf, plates } from '#src/studio/notes.ts';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { ButtonLink } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { Powder } from '#src/ui/powder.tsx';
import { Wave, waveLinesOf } from '#src/ui/wave.tsx';
import styles from './hero.module.css';

/** Switches the sound of a struck plate on (hero-plate.client.ts); off at first. */
function PlateSound({ label }: { readonly label: string }) {
  return (
    <button
      type="button"
      className={styles.sound}
      aria-pressed="false"
      value={noteOf(plates.home).hz}
      data-plate-sound
    >
      {label}
      <Icon name="sound-off" className={styles.off} />
      <Icon name="sound-on" className={styles.on} />
    </button>
  );
}

/** The first screen: the headline set as a wave, the plate behind it, and four links. */
export function Hero() {
  const { hero } = home;
  return (
    <section id="home" className={styles.hero} data-s="plate" aria-labelledby="home-title">
      <div className={styles.plate}>
        <Powder slug={plates.home} />
      </div>
      <div className={`wrap ${styles.content}`}>
        <div className={styles.head}>
          <h1 id="home-title" className={styles.title}>
            <Wave lines={waveLinesOf(hero.lines.wide)} narrowLines={waveLinesOf(hero.lines.narrow)} />
          </h1>
          <div className={styles.figure}>
            <p className={`italic only-wide ${styles.caption}`}>{hero.caption}</p>
            <div className={styles.plays}>
              <ArrowLink
                label={hero.figureLink}
                icon="keyboard"
                href={destinationOf('cymatics').href}
                data-opens="cymatics:hero"
              />
              <PlateSound label={hero.sound} />
            </div>
          </div>
        </div>
        <div className={styles.foot}>
          <p className={`lead ${styles.lead}`}>{hero.text}</p>
          <div className={styles.actions}>
            <ButtonLink label={hero.start} href="#contact" />
            <ButtonLink
              label={hero.chat}
              variant="secondary"
              href="/#contact"
              data-opens="chat:lead-intent"
            />
            <ArrowLink label={hero.edutech} href="#edutech" />
            <ArrowLink label={hero.hub} href="#visibility-hub" />
          </div>
        </div>
      </div>
    </section>
  );
}
