export const shortcuts = {
  Test: 'Încearcă ecranul de examen și verifică acest calculator',
  ContestationsOwn: 'Contestațiile tale și rezultatul lor',
  AdminExamPrint: 'Șabloane, subiecte de tipărit, foi de răspuns',
  ExamSchedule: 'Săli și intervale, zi de zi',
  StudentsExams: 'Rezultate pe sesiune, disciplină și serie',
  Contestations: 'Contestații de soluționat',
  Questions: 'Banca ta de întrebări: caută, modifică, revizuiește',
  NewQuestion: 'Adaugă o întrebare la una dintre disciplinele tale',
};
