/** Academic titles and degrees are not part of a name; abbreviated ones end with a full stop. */
const isTitle = (word: string) =>
  word.endsWith('.') ||
  /^(prof|conf|lect|asist|șef|sef|lucr|univ|dr|drd|ing|farm|as|habil|acad)$/i.test(word);

/** The initials of the first and the last name, shown in place of a photo. */
export function initialsOf(name: string): string {
  const spaced = (name.includes('@') ? name : name.replaceAll('.', '. ')).split(/[\s@]+/).filter(Boolean);
  const named = spaced.filter((word) => !isTitle(word));
  const words = (named.length > 0 ? named : spaced).flatMap((word) => word.split(/[.-]+/)).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.[0]?.toUpperCase() ?? '')
    .join('');
}
