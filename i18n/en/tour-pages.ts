/** What the guided tour says about the main screens of each role. */
export const tourPages = {
  ExamSimulationTitle: 'Practise',
  ExamSimulationText:
    'Choose a discipline or a whole exam. A simulation has the same clock and the same kind of questions; it never counts among your results.',
  TestTitle: 'Rehearsal',
  TestText:
    'The list says whether this computer is ready. The sample questions work like those of an exam, and nothing is kept.',
  ExamsPreviewTitle: 'Your results',
  ExamsPreviewText: 'Score and grade of every exam. A row opens the questions once they may be shown.',
  QuestionsTitle: 'The question bank',
  QuestionsText:
    'Narrow the list by discipline and chapter. A row opens the question; its history shows who changed what.',
  DisciplineListTitle: 'Exam structure',
  DisciplineListText:
    'Open a discipline to set how many questions its exam asks from each chapter. Totals turn red with the reason when the bank cannot serve it.',
  TeacherExamsTitle: 'Try your exam',
  TeacherExamsText: 'A trial run asks what a student would be asked and leaves no trace in the records.',
  StudentsTitle: 'Students',
  StudentsText:
    'Search by name, number or address. At the end of a row you edit an enrolment or print a one-time password.',
  DisciplineManageTitle: 'Disciplines and chapters',
  DisciplineManageText: 'A discipline has holders and collaborators; expand it to manage its chapters.',
  ImportsTitle: 'Imports',
  ImportsText:
    'Drop a file and look at what would be imported. Nothing is saved until you press the import button.',
  ConfigurationTitle: 'Settings',
  ConfigurationText:
    'Choose a group at the side. Each setting says what it changes for whom; before you save you see what a change affects.',
};
