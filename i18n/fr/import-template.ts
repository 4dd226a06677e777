import type { ImportTemplate } from '#i18n/catalogue.ts';

/** The template a teacher downloads: the names of its sheets, how to fill it in, and an obviously made-up example. */
export const importTemplate: ImportTemplate = {
  words: {
    true: 'Vrai',
    false: 'Faux',
    yes: 'Oui',
    no: 'Non',
    agree: 'D’accord',
    disagree: 'Pas d’accord',
    right: 'Juste',
    wrong: 'Faux',
    image: 'Image',
  },
  texts: {
    questions: 'Questions',
    guide: 'Mode d’emploi',
    example: 'Exemple',
    lines: [
      'Chaque ligne est une question. Remplissez la feuille « Questions » ; la feuille « Exemple » en montre une remplie.',
      'Chapitre : le code du chapitre ; il peut rester vide si le chapitre est choisi lors de l’import.',
      'Il faut au moins 5 réponses correctes et 5 fausses ; ajoutez des colonnes (Correct 6, Faux 6…) pour en donner plus.',
      'Points : une question dont les points restent vides en reçoit 10.',
      'Mise en forme : H~2~O pour un indice, x^2^ pour un exposant, **gras**, *italique* ; les indices, exposants, gras et italiques mis dans Excel sont conservés. Les signes eux-mêmes s’écrivent précédés de \\.',
      'Colonnes facultatives : Nom ; Image (le nom du fichier) ; pour une réponse « Correct 1 source », « Correct 1 page », « Correct 1 image », de même pour « Faux 1 ».',
      'Pour les images, mettez ce fichier et les images dans une archive .zip et envoyez l’archive.',
      'L’ordre des colonnes est libre ; les en-têtes peuvent être en roumain, en anglais ou en français.',
    ],
  },
  example: {
    text: 'Parmi les substances suivantes, lesquelles contiennent de l’**oxygène** ?',
    correct: ['H~2~O', 'CO~2~', 'H~2~SO~4~', 'NaOH', 'CaCO~3~'],
    wrong: ['NaCl', 'NH~3~', 'CH~4~', 'HCl', 'H~2~S'],
    source: 'Manuel de chimie',
  },
};
