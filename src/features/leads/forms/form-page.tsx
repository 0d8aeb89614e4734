import { SheetPage } from '#src/features/site/sheet-page.tsx';
import { Sheet } from '#src/ui/sheet.tsx';

/** A form alone on a page: where it goes when it was sent without scripts and something has to be said about it. */
export function FormPage({
  title,
  children,
}: {
  readonly title: string;
  readonly children: React.ReactNode;
}) {
  return (
    <SheetPage>
      <Sheet aside={<h1 className="title">{title}</h1>}>{children}</Sheet>
    </SheetPage>
  );
}
