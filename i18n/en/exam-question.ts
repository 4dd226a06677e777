/** The texts of the student’s view of a question; few, because an exam loads them first. */
export const examQuestion = {
  simpleMeaning: 'single choice, one correct answer',
  multipleMeaning: 'multiple choice, several correct answers',
  scoring_simple: 'One correct answer.',
  scoring_FULL_MATCH: 'Several correct answers. Tick at least two: a single tick, or all of them, earns 0.',
  scoring_PERFECT_MATCH: 'Several correct answers. Points only when exactly the correct ones are ticked.',
  scoring_NEGATIVE_MARKING:
    'Several correct answers. Wrong ticks cost points; a single tick, or all of them, earns 0.',
  scoring_JUST_CORRECT: 'Several correct answers. Each correct tick earns points; a wrong one makes it 0.',
  scoring_WRONG_CANCELS: 'Several correct answers. Each wrong tick cancels a correct one.',
  questionImage: 'Image of the question',
  answerImage: 'Image of answer {{letter}}',
  imageMissing: 'The image cannot be shown',
  expandImage: 'Enlarge: {{image}}',
  collapseImage: 'Make smaller: {{image}}',
  zoomIn: 'Zoom in: {{image}}',
  zoomOut: 'Zoom out: {{image}}',
};
