/** The texts of the student’s view of a question, in Romanian. */
export const examQuestion = {
  simpleMeaning: 'complement simplu, un singur răspuns corect',
  multipleMeaning: 'complement multiplu, mai multe răspunsuri corecte',
  scoring_simple: 'Un singur răspuns corect.',
  scoring_FULL_MATCH:
    'Mai multe răspunsuri corecte. Bifează cel puțin două: o singură bifă sau toate bifate înseamnă 0 puncte.',
  scoring_PERFECT_MATCH:
    'Mai multe răspunsuri corecte. Primești puncte numai dacă le bifezi exact pe cele corecte.',
  scoring_NEGATIVE_MARKING:
    'Mai multe răspunsuri corecte. Bifele greșite scad puncte; o singură bifă sau toate bifate înseamnă 0 puncte.',
  scoring_JUST_CORRECT:
    'Mai multe răspunsuri corecte. Fiecare bifă corectă aduce puncte; una greșită înseamnă 0 puncte.',
  scoring_WRONG_CANCELS: 'Mai multe răspunsuri corecte. Fiecare bifă greșită anulează una corectă.',
  questionImage: 'Imaginea întrebării',
  answerImage: 'Imaginea răspunsului {{letter}}',
  imageMissing: 'Imaginea nu poate fi afișată',
  expandImage: 'Mărește: {{image}}',
  collapseImage: 'Micșorează: {{image}}',
  zoomIn: 'Apropie: {{image}}',
  zoomOut: 'Depărtează: {{image}}',
};
