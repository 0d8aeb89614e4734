import site from '#content/site.yaml';
import system from '#content/system.yaml';
import { Wave } from '#src/ui/wave.tsx';
import styles from './sign-in-screen.module.css';

/** The header of signing in: nothing but the way home, so that each page has one thing to do. */
export function SignInHeader() {
  return (
    <header className={styles.header} data-s="plate">
      <div className="wrap">
        <a className={styles.logo} href="/">
          <Wave
            lines={[{ text: site.name, antinodes: 1 }]}
            label={system.header.homeLink.replace('{name}', site.name)}
          />
        </a>
      </div>
    </header>
  );
}
