import type { ButtonHTMLAttributes } from 'react';
import styles from './switch.module.css';

/** A button that turns one thing on and off at once; a script keeps its `aria-pressed`. It starts on. */
export const Switch = ({ children, ...rest }: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'>) => (
  <button type="button" className={styles.switch} aria-pressed="true" {...rest}>
    {children}
    <i />
  </button>
);
