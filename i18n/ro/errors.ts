import type { ErrorCode, LateErrorCode } from '#domain/errors.ts';

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
  'resource.inUse': 'Nu se poate șterge sau modifica astfel, deoarece este în uz: {{by}} ({{count}}).',
  'resource.duplicate': 'Există deja o înregistrare cu aceeași valoare: {{field}}.',
  'server.failed': 'Ceva nu a mers bine pe server. Nu s-a salvat nimic; încearcă din nou.',
  'server.unavailable': 'Serverul nu este disponibil. Încearcă din nou mai târziu!',

  'validation.failed': 'Unele câmpuri nu sunt corecte. Verifică-le.',
  'validation.required': 'Câmp obligatoriu',
  'validation.selectOne': 'Alege cel puțin 1',
  'validation.nonZero': 'Valoarea nu poate fi zero',
  'validation.text': 'Se așteaptă un text',
  'validation.number': 'Se așteaptă un număr',
  'validation.integer': 'Se așteaptă un număr întreg',
  'validation.min': 'Valoarea trebuie să fie cel puțin {{min}}',
  'validation.max': 'Valoarea trebuie să fie cel mult {{max}}',
  'validation.tooShort': 'Textul este prea scurt; numărul minim de caractere: {{min}}',
  'validation.tooLong': 'Textul este prea lung; numărul maxim de caractere: {{max}}',
  'validation.email': 'Valoarea nu este o adresă de e-mail validă',
  'validation.smtpHost': 'Adresa serverului SMTP nu este corectă',
  'validation.date': 'Format de dată nevalid',
  'validation.time': 'Oră nevalidă, se așteaptă HH:MM',
  'validation.choice': 'Valoarea nu este una dintre variante',
  'validation.boolean': 'Se așteaptă da sau nu',
  'validation.reference': 'Elementul ales nu mai există aici sau nu îți este accesibil',
  'validation.outOfReach': 'Depășește ceea ce ți-a fost repartizat',
  'validation.otherYear': '{{name}} este din anul {{theirs}}, nu din anul {{year}}',
  'validation.unknownField': 'Acest câmp nu este cunoscut',
  'validation.endBeforeStart': 'Sfârșitul nu poate fi înaintea începutului',
  'validation.percentSum': 'Cele două procente trebuie să însumeze 100',
  'validation.personalId':
    'Se așteaptă un CNP de 13 cifre sau un alt identificator de 6–20 de litere și cifre',
  'validation.cnpChecksum':
    'CNP-ul nu este corect: ultima cifră, cifra de control, nu se potrivește. Verifică toate cele 13 cifre',
  'validation.cnpDate': 'CNP-ul nu este corect: cifrele 2–7 trebuie să fie data nașterii (AALLZZ)',
  'validation.cnpFuture': 'CNP-ul nu este corect: data nașterii este în viitor',
  'validation.phone':
    'Se așteaptă un număr de telefon format doar din cifre, de exemplu 0712 345 678 sau +40 712 345 678',

  'settings.changed':
    '{{by}} a modificat între timp aceleași setări. Modificările tale nu au fost încă salvate, dar nici pierdute.',
  'settings.wrongAddress': '„{{address}}” nu este o adresă de e-mail corectă',
  'settings.directoryMissing':
    'Nu este configurat niciun serviciu de autentificare (LDAP): serverul a fost pornit fără LDAP_URL.',
  'settings.directoryFailed': 'Serviciul de autentificare (LDAP) nu răspunde: {{reason}}',
  'settings.mailMissing': 'Nu este configurat niciun server de e-mail. Salvează mai întâi adresa lui.',
  'settings.mailFailed': 'Mesajul nu a putut fi trimis: {{reason}}',

  'session.notFound': 'Sesiunea nu a fost găsită',
  'session.overlap': 'Datele sesiunii se suprapun cu sesiunea „{{description}}”',
  'slot.overlap': 'Intervalul se suprapune cu alt interval al aceleiași săli',
  'room.seatsExceeded': 'Rândurile au mai multe locuri decât sala',
  'room.seatUnknown': 'Sala nu are locul {{seat}} pe rândul {{row}}',
  'secretary.duplicate':
    'Adresa de e-mail este deja atribuită aceleiași facultăți, specializări și aceluiași an',
  'account.needsAdministrator': 'Contul asociat acestei adrese poate fi modificat doar de un administrator',
  'student.sitting':
    'Studentul susține acum un examen; cu această adresă, examenul ar trece la alt cont. Încearcă din nou după încheierea lui.',
  'student.addressOfAnother': 'Adresa aparține altui student: CNP-urile diferă',

  'discipline.placeInUse':
    'Specializarea sau seria disciplinei nu poate fi schimbată, deoarece este folosită într-un examen',
  'discipline.teacherTwice': 'Aceeași persoană nu poate fi și titular, și colaborator al disciplinei',
  'chapter.inStructure':
    'Capitolul nu poate fi șters: o structură de examen salvată cere întrebări din el ({{questions}})',

  'question.tooFewCorrect': 'Răspunsuri corecte care mai lipsesc: {{missing}}',
  'question.tooFewWrong': 'Răspunsuri false care mai lipsesc: {{missing}}',
  'question.answerTwice': 'Acest răspuns apare de două ori',
  'question.changed':
    'Întrebarea a fost modificată între timp de {{by}}. Textul tău este păstrat; compară înainte de a salva.',
  'question.notServable': 'Întrebarea nu poate fi dată ca întrebare de acest tip',

  'structure.missing': 'Disciplina nu are încă o structură de examen',
  'structure.notServable': 'Banca de întrebări nu poate acoperi structura examenului',
  'structure.durationMissing': 'Disciplina trebuie să aibă o durată a examenului',
  'structure.questionsMissing': 'Disciplina trebuie să aibă un număr de întrebări de examen',
  'structure.aboveEntered': 'Întrebări cerute de examen: {{asked}}; introduse: doar {{entered}}',
  'structure.chapterAboveEntered':
    'Întrebări cerute din capitolul {{chapter}}: {{asked}}; introduse: doar {{entered}}',
  'structure.belowChapterSum':
    'Întrebări cerute de disciplină: {{asked}}, mai puține decât cele ale capitolelor împreună ({{sum}})',
  'structure.sumDiffers': 'Întrebări cerute de capitole împreună: {{sum}}; în examen: {{asked}}',
  'structure.percentSum': 'Capitolul {{chapter}}: simple și complexe trebuie să însumeze 100 %',
  'structure.percentLocked': 'Facultatea sau specializarea nu permite schimbarea procentelor',

  'structure.frozen':
    'Examenul „{{exam}}” urmează să fie susținut sau este în desfășurare, de aceea structura nu poate fi schimbată înainte de {{until}}.',
  'session.scoringFrozen':
    'Examenul „{{exam}}” urmează să fie susținut sau este în desfășurare în această sesiune, de aceea modul de calcul nu poate fi schimbat înainte de {{until}}.',

  'customExam.notFound': 'Examenul personalizat nu a fost găsit',

  'exam.tooEarly': 'Este prea devreme: examenul poate fi început de la {{startsAt}}.',
  'exam.tooLate': 'Este prea târziu: timpul rezervat pentru examen s-a încheiat la {{endedAt}}.',
  'exam.none': 'Nu ai niciun examen programat acum.',
  'exam.notRunning': 'Acest examen nu a fost început.',
  'exam.finished': 'Examenul este încheiat. Răspunsul a fost păstrat ca întârziat și nu se punctează.',
  'exam.late': 'Răspunsul a sosit după termen. A fost păstrat ca întârziat și nu se punctează de la sine.',
  'exam.takenOver':
    'Examenul a fost deschis în altă filă sau pe alt calculator; aici nu se mai poate răspunde.',
  'exam.sitting': 'Susții un examen. Celelalte pagini vor fi din nou accesibile după încheierea lui.',
  'exam.answerImpossible': 'Această combinație de răspunsuri nu este posibilă la această întrebare.',
  'exam.notFinished': 'Examenul nu este încheiat încă.',
  'exam.previewClosed': 'Întrebările acestui examen nu pot fi văzute acum.',
  'exam.notDurable':
    'Baza de date nu păstrează scrierile în siguranță, așa că examenele nu pot începe. Anunță administratorul.',
  'exam.keyOpen': 'Baremul acestui examen este deja vizibil, așa că examenul nu mai poate fi redeschis.',
  'exam.outage':
    'Serverul a fost întrerupt. Examenul rămâne deschis până se decide dacă se acordă timp suplimentar; această pagină continuă singură.',
  'outage.decided': 'Despre această întrerupere s-a decis deja.',
  'paper.concerned': 'Sunteți studentul acestei susțineri sau rudă cu el: lucrarea o introduce altcineva.',
  'paper.examTwice': 'Un examen este introdus de două ori.',
  'paper.handedIn': 'Studentul a predat acest examen la calculator: răspunsurile rămân cum sunt.',
  'paper.tooEarly': 'O lucrare poate fi introdusă de la începutul intervalului ei.',
  'paper.impossible': 'Aceste răspunsuri nu pot fi bifate la această întrebare.',
  'paper.stored': 'Răspunsurile acestei lucrări sunt deja înregistrate.',
  'paper.twoOthers': 'Alte două persoane au introdus deja această lucrare.',
  'sitting.annulled': 'Susținerea a fost anulată.',
  'sitting.notAnnulled': 'Susținerea nu este anulată.',
  'simulation.notAllowed': 'Examenele nu pot fi simulate',
  'appointment.seatTaken': 'Locul a fost ocupat între timp.',
  'appointment.examTwice': 'Studentul are deja o programare la acest examen',
  'appointment.elsewhere': 'Studentul are în același timp altă programare',
  'appointment.notOpen': 'Programările nu sunt deschise',
  'appointment.notOpenYet': 'Programările nu sunt deschise: se deschid pe {{opensAt}}.',
  'appointment.closed': 'Programările nu sunt deschise: s-au închis pe {{closedAt}}.',
  'appointment.outsideSession': 'Data este în afara sesiunii',
  'appointment.slotTooShort': 'Intervalul este mai scurt decât examenul, care durează {{minutes}} min.',
  'appointment.tooLate': 'Este prea târziu pentru acest interval: examenul nu mai încape în timpul rămas.',
  'appointment.noFreeRooms': 'Nu există săli libere în ziua selectată',
  'appointment.slotFull':
    'Acest interval tocmai s-a ocupat. Următorul liber: {{examDate}}, ora {{startHour}}, {{examRoom}}.',
  'appointment.noAccessibleSeat': 'Nu mai există niciun loc accesibil liber',
  'appointment.inTheWay':
    'Nu se poate modifica astfel, deoarece există programări sau locuri oferite ({{count}}), de exemplu: {{examples}}. Mutați-le sau anulați-le mai întâi.',
  'appointment.moveChanged':
    'Ceva s-a schimbat de la previzualizare. Nimeni nu a fost mutat; vă rugăm să consultați noua previzualizare.',
  'appointment.begun':
    'Examenul acestei programări a început; programarea nu mai poate fi mutată sau anulată.',
  'appointment.noStudent':
    'Nu a fost găsit niciun student cu numărul matricol {{matricol}} în facultatea sau specializarea selectată',
  'appointment.failedFor': 'A eșuat pentru studentul {{student}} (număr matricol {{matricol}}): {{reason}}',

  'recording.unreadable': 'Acest fișier nu este înregistrarea unui examen',
  'recording.full': 'Nu mai este loc pentru înregistrările acestui examen',
  'recording.busy': 'O altă încărcare este în curs; încearcă din nou peste câteva clipe',

  'image.unreadable': 'Fișierul nu este o imagine care poate fi citită (PNG, JPEG, WebP sau GIF)',
  'image.tooLarge': 'Imaginea este prea mare: cel mult {{pixels}} de pixeli pe o latură',

  'import.refused': 'Acest fișier nu poate fi importat',
  'import.busy': 'Tocmai se citesc alte fișiere; încearcă din nou peste un minut',
  'import.started': 'Acest import a început și nu mai poate fi schimbat',
  'yearCopy.nothingChosen':
    'Nu este aleasă nicio disciplină și niciun student care să nu fie deja în anul nou',
  'import.nothingChosen': 'Nu este aleasă nicio întrebare care să aibă un capitol',
} satisfies Record<Exclude<ErrorCode, LateErrorCode>, string>;
