/** What each screen is for, in a few words; shown on the dashboard next to its links. */
export const shortcuts = {
  Test: 'Try the exam screen and check this computer',
  ContestationsOwn: 'Your contestations and their outcome',
  AdminExamPrint: 'Templates, papers to print, answer sheets',
  ExamSchedule: 'Rooms and slots day by day',
  StudentsExams: 'Results by session, discipline and series',
  Contestations: 'Contestations to resolve',
  Questions: 'Your question bank: search, edit, review',
  NewQuestion: 'Add a question to one of your disciplines',
};
