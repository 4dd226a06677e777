import { Fragment } from 'react';

/** A text whose e-mail addresses break before the “@”, not in the middle of a word. */
export function Breakable({ text }: { readonly text: string }) {
  return text.split(/(?=@)/).map((part, index) => (
    <Fragment key={part}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
