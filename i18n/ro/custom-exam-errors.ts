import type { CustomExamErrorCode } from '#domain/errors.ts';

/** The refusals that only the editor of custom exams shows; they come with it. */
export const customExamErrors = {
  'customExam.changed':
    'Examenul a fost modificat între timp de {{by}}. Ce ai introdus este păstrat; compară înainte de a salva.',
  'customExam.frozen':
    'Sesiunea „{{session}}” urmează să înceapă sau este în desfășurare: disciplinele, numărul de întrebări, procentele și durata nu pot fi schimbate înainte de {{until}}.',
  'customExam.hasAppointments':
    'Examenul nu poate fi șters: programări viitoare: {{count}}. Anulează-le sau mută-le mai întâi.',
  'customExam.partSat':
    '„{{part}}” a fost susținut (examene: {{count}}) și trebuie să-și păstreze disciplinele. Fă o copie a examenului pentru sesiunea următoare.',
  'customExam.slotTooShort':
    'Programări al căror interval este mai scurt decât durata de {{minutes}} min: {{count}}. Mută-le mai întâi sau alege o durată mai mică.',
  'customExam.cohortBooked':
    'Programări ale unor studenți care nu ar mai aparține examenului: {{count}}. Anulează-le mai întâi sau păstrează seriile lor.',
  'customExam.empty': 'Examenul nu cere încă nicio disciplină',
  'customExam.disciplineTwice': 'Disciplina face deja parte din examen',
  'customExam.noStructure':
    '{{discipline}} nu are încă o structură de examen; o salvează titularii sau decanatul',
  'customExam.aboveBank': '{{discipline}}: întrebări cerute: {{asked}}, introduse: {{entered}}',
  'customExam.simpleShort':
    '{{discipline}}, capitolul {{chapter}}: întrebări simple cerute: {{asked}}, disponibile: {{available}}',
  'customExam.multipleShort':
    '{{discipline}}, capitolul {{chapter}}: întrebări multiple cerute: {{asked}}, disponibile: {{available}}',
  'customExam.chapterShort':
    '{{discipline}}, capitolul {{chapter}}: întrebări cerute: {{asked}}, disponibile: {{available}}',
} satisfies Record<CustomExamErrorCode, string>;
