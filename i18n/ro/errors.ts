import type { FirstErrorCode } from '#i18n/catalogue.ts';

/** The refusals that Login, a running exam or any screen can get. */
export const errors = {
  'auth.wrongCredentials': 'Adresa de e-mail sau parola nu este corectă.',
  'auth.expired': 'Sesiunea a expirat',
  'auth.forbidden': 'Nu ai drepturi de acces la această resursă',
  'auth.throttled': 'Prea multe încercări. Așteaptă {{seconds}} s și încearcă din nou.',
  'auth.queued':
    'Multe persoane se autentifică acum. Încearcă din nou în curând (aproximativ {{seconds}} s).',
  'auth.directoryDown':
    'Serviciul de autentificare (LDAP) nu răspunde. Încearcă din nou peste câteva minute.',
  'auth.linkInvalid': 'Linkul a expirat sau a fost deja folosit. Cere unul nou.',
  'auth.notLocal':
    'Contul este administrat de serviciul de autentificare al universității (LDAP); parola se schimbă acolo.',
  'auth.enrolmentUnknown': 'Această înmatriculare nu aparține contului.',
  'auth.examRunning': 'Facultatea nu poate fi schimbată în timpul unui examen.',

  'request.malformed': 'Cererea nu a putut fi înțeleasă.',
  'request.tooLarge': 'Ceea ce s-a trimis este prea mare.',
  'request.stalled': 'Cererea nu a ajuns în întregime la server. Verifică conexiunea și încearcă din nou.',
  'request.tooMany': 'Sunt prea multe cereri în curs în acest moment. Încearcă din nou peste {{seconds}} s.',
  'request.tooSlow':
    'Operația a durat prea mult și a fost oprită. Restrânge căutarea sau încearcă mai târziu.',
  'resource.notFound': 'Resursa cerută nu a fost găsită',
  'server.failed': 'Ceva nu a mers bine pe server. Nu s-a salvat nimic; încearcă din nou.',
  'server.unavailable': 'Serverul nu este disponibil. Încearcă din nou mai târziu!',

  'validation.failed': 'Unele câmpuri nu sunt corecte. Verifică-le.',
  'validation.required': 'Câmp obligatoriu',
  'validation.tooShort': 'Textul este prea scurt; numărul minim de caractere: {{min}}',
  'validation.tooLong': 'Textul este prea lung; numărul maxim de caractere: {{max}}',

  'exam.tooEarly': 'Este prea devreme: examenul poate fi început de la {{startsAt}}.',
  'exam.tooLate': 'Este prea târziu: timpul rezervat pentru examen s-a încheiat la {{endedAt}}.',
  'exam.none': 'Nu ai niciun examen programat acum.',
  'exam.notRunning': 'Acest examen nu a fost început.',
  'exam.finished':
    'Examenul este încheiat. Răspunsul a fost păstrat ca întârziat și nu se punctează automat.',
  'exam.late': 'Răspunsul a sosit după termen. A fost păstrat ca întârziat și nu se punctează automat.',
  'exam.takenOver':
    'Examenul a fost deschis în altă filă sau pe alt calculator; aici nu se mai poate răspunde.',
  'exam.sitting': 'Susții un examen. Celelalte pagini vor fi din nou accesibile după încheierea lui.',
  'exam.answerImpossible': 'Această combinație de răspunsuri nu este posibilă la această întrebare.',
  'exam.notFinished': 'Examenul nu este încheiat încă.',
  'exam.previewClosed': 'Întrebările acestui examen nu pot fi văzute acum.',
  'exam.notDurable':
    'Baza de date nu stochează datele în siguranță, așa că examenele nu pot începe. Anunță administratorul.',
  'exam.keyOpen':
    'Baremul acestui examen este deja vizibil: examenul nu mai poate fi redeschis și nu mai primește timp.',
  'exam.outage':
    'Serverul a fost întrerupt. Examenul rămâne deschis până se decide dacă se acordă timp suplimentar; această pagină continuă singură.',
} satisfies Record<FirstErrorCode, string>;
