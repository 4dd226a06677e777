/** A text that may break before its first “@”, so that an e-mail address does not break in the middle of a word. */
export function Breakable({ text }: { readonly text: string }) {
  const at = text.indexOf('@');
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  );
}
