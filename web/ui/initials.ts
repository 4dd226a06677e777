/** Academic titles and degrees before a name are not part of it. */
const isTitle = (word: string) =>
  /^(prof|conf|lect|asist|șef|sef|lucr|univ|dr|drd|ing|farm|as)\.?$/i.test(word);

/** The initials of the first and the last name, shown in place of a photo. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s.@-]+/).filter((word) => word !== '' && !isTitle(word));
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.[0]?.toUpperCase() ?? '')
    .join('');
}
