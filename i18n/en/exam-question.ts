/** What the student’s view of a question says; small, because an exam loads it first. */
export const examQuestion = {
  simpleMeaning: 'single choice, one correct answer',
  multipleMeaning: 'multiple choice, several correct answers',
  questionImage: 'Image of the question',
  answerImage: 'Image of answer {{letter}}',
  imageMissing: 'The image cannot be shown',
  expandImage: 'Enlarge: {{image}}',
  collapseImage: 'Make smaller: {{image}}',
  zoomIn: 'Zoom in: {{image}}',
  zoomOut: 'Zoom out: {{image}}',
};
