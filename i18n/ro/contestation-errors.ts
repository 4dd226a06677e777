import type { ContestationErrorCode } from '#domain/errors.ts';

/** The refusals of contestations; they come with their screens. */
export const contestationErrors = {
  'contestation.switchedOff': 'În prezent nu se pot depune contestații.',
  'contestation.keyClosed':
    'Alți studenți mai pot primi aceleași întrebări. Contestațiile la acest examen se deschid pe {{opensAt}}.',
  'contestation.notOpenYet': 'Contestațiile din această sesiune se deschid pe {{opensAt}}.',
  'contestation.closed': 'Contestațiile din această sesiune s-au închis pe {{closedAt}}.',
  'contestation.daysOver': 'Termenul de contestare a acestui examen s-a încheiat pe {{closedAt}}.',
  'contestation.twice': 'Nu se poate crea încă o contestație de același tip la acest examen.',
  'contestation.noQuestion': 'Alegeți cel puțin o întrebare.',
  'contestation.questionTwice': 'Întrebarea este aleasă de două ori.',
  'contestation.explanationMissing': 'Este necesară o explicație.',
  'contestation.caseTwice': 'Întrebarea este deja deschisă ca sesizare în această sesiune.',
  'contestation.notServed': 'Întrebarea nu a fost dată în această sesiune.',
  'contestation.adminsOnly': 'Această contestație o soluționează numai administratorii.',
  'contestation.notHolder': 'Această întrebare o soluționează numai titularii disciplinei.',
  'contestation.ended':
    'Termenul de soluționare a contestațiilor s-a încheiat pe {{endedAt}}. Adresează-te unui administrator.',
  'contestation.ownExam': 'Ai susținut chiar tu acest examen; contestația o soluționează altcineva.',
  'contestation.relative': 'Ați marcat acest student ca rudă; contestația o soluționează altcineva.',
  'contestation.resolved':
    'Întrebarea este deja soluționată. Redeschideți contestația pentru a decide din nou.',
  'contestation.notResolved': 'În această contestație nu s-a decis încă nimic.',
  'contestation.settleMissing': 'Alegeți cum se soluționează întrebarea acceptată.',
  'contestation.reach': 'Soluția nu poate avea un efect atât de larg.',
  'contestation.answersMissing': 'Alegeți răspunsurile întrebării.',
  'contestation.noLateAnswer': 'La această întrebare nu există un răspuns întârziat.',
} satisfies Record<ContestationErrorCode, string>;
