/** The texts of the student’s view of a question, in French. */
export const examQuestion = {
  simpleMeaning: 'choix simple, une seule réponse correcte',
  multipleMeaning: 'choix multiple, plusieurs réponses correctes',
  scoring_simple: 'Une seule bonne réponse.',
  scoring_FULL_MATCH:
    'Plusieurs bonnes réponses. Cochez-en au moins deux : une seule coche, ou toutes, donne 0 point.',
  scoring_PERFECT_MATCH:
    'Plusieurs bonnes réponses. Des points seulement si vous cochez exactement les bonnes.',
  scoring_NEGATIVE_MARKING:
    'Plusieurs bonnes réponses. Les mauvaises coches retirent des points ; une seule coche, ou toutes, donne 0 point.',
  scoring_JUST_CORRECT:
    'Plusieurs bonnes réponses. Chaque bonne coche rapporte des points ; une mauvaise donne 0 point.',
  scoring_WRONG_CANCELS: 'Plusieurs bonnes réponses. Chaque mauvaise coche en annule une bonne.',
  questionImage: 'Image de la question',
  answerImage: 'Image de la réponse {{letter}}',
  imageMissing: 'L’image ne peut pas être affichée',
  expandImage: 'Agrandir : {{image}}',
  collapseImage: 'Réduire : {{image}}',
  zoomIn: 'Agrandir à la loupe : {{image}}',
  zoomOut: 'Quitter la loupe : {{image}}',
};
