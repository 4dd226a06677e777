/** Academic titles and degrees in front of a name are not part of it. */
const isTitle = (word: string) =>
  /^(prof|conf|lect|asist|șef|sef|lucr|univ|dr|drd|ing|farm|as)\.?$/i.test(word);

/** The first letters of the first and the last name, as they stand for somebody where there is no photo. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s.@-]+/).filter((word) => word !== '' && !isTitle(word));
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.[0]?.toUpperCase() ?? '')
    .join('');
}
