import { Fragment } from 'react';

/** A sentence of ours with what people typed in it: each value stands apart, so that no script turns the sentence around. */
export function Filled({
  template,
  values,
}: {
  readonly template: string;
  readonly values: Readonly<Record<string, React.ReactNode>>;
}) {
  return template.split(/\{(\w+)\}/).map((part, index) =>
    // Every other part is a placeholder's name.
    index % 2 === 0 ? <Fragment key={index}>{part}</Fragment> : <bdi key={index}>{values[part]}</bdi>,
  );
}
