import { Fragment } from 'react';
import { Breakable } from '#src/ui/breakable.tsx';

/** Fills a template with typed values, each isolated so that right-to-left text does not reorder the sentence. */
export function FormattedText({
  template,
  values,
}: {
  readonly template: string;
  readonly values: Readonly<Record<string, React.ReactNode>>;
}) {
  return template.split(/\{(\w+)\}/).map((part, index) => {
    // Every other part is a placeholder's name.
    if (index % 2 === 0) return <Fragment key={index}>{part}</Fragment>;
    const value = values[part];
    return <bdi key={index}>{typeof value === 'string' ? <Breakable text={value} /> : value}</bdi>;
  });
}
