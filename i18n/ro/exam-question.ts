/** Textele întrebării așa cum o vede studentul. */
export const examQuestion = {
  simpleMeaning: 'complement simplu, un singur răspuns corect',
  multipleMeaning: 'complement multiplu, mai multe răspunsuri corecte',
  questionImage: 'Imaginea întrebării',
  answerImage: 'Imaginea răspunsului {{letter}}',
  imageMissing: 'Imaginea nu poate fi afișată',
  expandImage: 'Mărește: {{image}}',
  collapseImage: 'Micșorează: {{image}}',
  zoomIn: 'Apropie: {{image}}',
  zoomOut: 'Depărtează: {{image}}',
};
