/** Les textes d’une question telle que l’étudiant la voit. */
export const examQuestion = {
  simpleMeaning: 'choix simple, une seule réponse correcte',
  multipleMeaning: 'choix multiple, plusieurs réponses correctes',
  questionImage: 'Image de la question',
  answerImage: 'Image de la réponse {{letter}}',
  imageMissing: 'L’image ne peut pas être affichée',
  expandImage: 'Agrandir : {{image}}',
  collapseImage: 'Réduire : {{image}}',
  zoomIn: 'Agrandir à la loupe : {{image}}',
  zoomOut: 'Quitter la loupe : {{image}}',
};
