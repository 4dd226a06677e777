import { expect, test } from 'vitest';
import { screenErrors as en } from './en/screen-errors.ts';
import { screenErrors as ro } from './ro/screen-errors.ts';

/** The messages of the specification about booking, in its words. */
test.each([
  ['[MSG-9]', 'customExam.notFound', 'Custom exam not found', 'Examenul personalizat nu a fost găsit'],
  [
    ...(['[MSG-10]', 'appointment.examTwice'] as const),
    'The student already has an appointment for this exam',
    'Studentul are deja o programare la acest examen',
  ],
  [
    ...(['[MSG-10]', 'appointment.toSitElsewhere'] as const),
    'The student already has an appointment for this exam: {{examDate}}, session “{{session}}”',
    'Studentul are deja o programare la acest examen: {{examDate}}, sesiunea „{{session}}”',
  ],
  [
    ...(['[MSG-11]', 'appointment.noStudent'] as const),
    'No student found for matricol number {{matricol}} in the selected college or section',
    'Nu a fost găsit niciun student cu numărul matricol {{matricol}} în facultatea sau specializarea selectată',
  ],
  [
    ...(['[MSG-12]', 'appointment.failedFor'] as const),
    'Failed for student {{student}} (matricol {{matricol}}) due to: {{reason}}',
    'A eșuat pentru studentul {{student}} (număr matricol {{matricol}}): {{reason}}',
  ],
  ['[MSG-19]', 'appointment.notOpen', 'Appointments not open', 'Programările nu sunt deschise'],
  [
    ...(['[MSG-19]', 'appointment.noFreeRooms'] as const),
    'No free rooms for the selected day',
    'Nu există săli libere în ziua selectată',
  ],
  ['[APPT-1]', 'appointment.outsideSession', 'Date is outside of session', 'Data este în afara sesiunii'],
] as const)('%s %s has the words of the specification', (_id, code, english, romanian) => {
  expect([en[code], ro[code]]).toEqual([english, romanian]);
});
