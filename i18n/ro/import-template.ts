import type { ImportTemplate } from '#i18n/catalogue.ts';

/** The template a teacher downloads: the names of its sheets, how to fill it in, and an obviously made-up example. */
export const importTemplate: ImportTemplate = {
  words: {
    true: 'Adevărat',
    false: 'Fals',
    yes: 'Da',
    no: 'Nu',
    agree: 'De acord',
    disagree: 'Nu sunt de acord',
    right: 'Corect',
    wrong: 'Greșit',
    image: 'Imaginea',
  },
  texts: {
    questions: 'Întrebări',
    guide: 'Explicații',
    example: 'Exemplu',
    lines: [
      'Fiecare rând este o întrebare. Completează foaia „Întrebări”; foaia „Exemplu” arată una completată.',
      'Capitol: codul capitolului; poate rămâne gol, dacă se alege capitolul la import.',
      'Sunt necesare cel puțin 5 răspunsuri corecte și 5 greșite; adaugă coloane (Corect 6, Greșit 6…) pentru mai multe.',
      'Punctaj: dacă rămâne gol, întrebarea primește 10 puncte.',
      'Formatare: H~2~O pentru indice, x^2^ pentru exponent, **aldin**, *cursiv*; indicii, exponenții, aldinele și cursivele puse în Excel se păstrează. Semnele înseși se scriu cu \\ înainte.',
      'Coloane opționale: Denumire; Imagine (numele fișierului); pentru un răspuns: „Corect 1 sursă”, „Corect 1 pagină”, „Corect 1 imagine”, la fel pentru „Greșit 1”.',
      'Pentru imagini, pune acest fișier și imaginile într-o arhivă .zip și încarcă arhiva.',
      'Ordinea coloanelor nu contează; capul de tabel poate fi în română, engleză sau franceză.',
    ],
  },
  example: {
    text: 'Care dintre următoarele substanțe conțin **oxigen**?',
    correct: ['H~2~O', 'CO~2~', 'H~2~SO~4~', 'NaOH', 'CaCO~3~'],
    wrong: ['NaCl', 'NH~3~', 'CH~4~', 'HCl', 'H~2~S'],
    source: 'Manual de chimie',
  },
};
