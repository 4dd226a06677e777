import { Fragment, type ReactNode } from 'react';
import { type Mark, type RichText, readRichText } from '#domain/question-bank/rich-text.ts';

const elementOf = { bold: 'strong', italic: 'em', sub: 'sub', sup: 'sup' } as const satisfies Record<
  Mark,
  string
>;

type MarkedProps = { readonly mark: Mark; readonly children: ReactNode };

/** Wraps content in one kind of formatting. */
export function Marked({ mark, children }: MarkedProps) {
  const Element = elementOf[mark];
  return <Element>{children}</Element>;
}

function drawn(nodes: RichText): ReactNode[] {
  return nodes.map((node, index) => {
    const key = `${index}-${node.type}`;
    if (node.type === 'text') return <Fragment key={key}>{node.text}</Fragment>;
    if (node.type === 'break') return <br key={key} />;
    return (
      <Marked key={key} mark={node.type}>
        {drawn(node.content)}
      </Marked>
    );
  });
}

/** Renders formatted text node by node; everything else in it stays plain text. */
export function RichTextView({ text }: { readonly text: string }) {
  return <>{drawn(readRichText(text))}</>;
}
