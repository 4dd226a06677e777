import type { ErrorCode } from '#domain/errors.ts';
import type { FirstErrorCode } from '#i18n/catalogue.ts';

/** The refusals of single screens and of their form fields. */
export const screenErrors = {
  'resource.inUse': 'Nu se poate șterge sau modifica astfel, deoarece este în uz: {{by}} ({{count}}).',
  'resource.duplicate': 'Există deja o înregistrare cu aceeași valoare: {{field}}.',

  'validation.selectOne': 'Alege cel puțin 1',
  'validation.nonZero': 'Valoarea nu poate fi zero',
  'validation.text': 'Se așteaptă un text',
  'validation.number': 'Se așteaptă un număr',
  'validation.integer': 'Se așteaptă un număr întreg',
  'validation.min': 'Valoarea trebuie să fie cel puțin {{min}}',
  'validation.max': 'Valoarea trebuie să fie cel mult {{max}}',
  'validation.email': 'Valoarea nu este o adresă de e-mail validă, ca nume@universitate.ro',
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
  'chapter.disciplineInUse':
    'Disciplina capitolului nu poate fi schimbată: capitolul are întrebări sau este în structura examenului',
  'chapter.inStructure':
    'Capitolul nu poate fi șters: o structură de examen salvată cere întrebări din el ({{questions}})',

  'question.tooFewCorrect': 'Răspunsuri corecte care mai lipsesc: {{missing}}',
  'question.tooFewWrong': 'Răspunsuri false care mai lipsesc: {{missing}}',
  'question.answerTwice': 'Acest răspuns apare de două ori',
  'question.changed':
    'Întrebarea a fost modificată între timp de {{by}}. Textul tău este păstrat; compară înainte de a salva.',
  'question.notServable': 'Întrebarea nu poate fi dată ca întrebare de acest tip',
  'question.staysInDiscipline':
    'Întrebarea este pe un subiect de examen al disciplinei {{discipline}}, căreia îi aparțin și contestațiile despre ea. Mut-o doar între capitolele acestei discipline sau adaug-o din nou la cealaltă.',

  'structure.missing': 'Disciplina nu are încă o structură de examen',
  'structure.notServable': 'Banca de întrebări nu acoperă structura examenului',
  'structure.durationMissing': 'Disciplina trebuie să aibă o durată a examenului',
  'structure.questionsMissing': 'Disciplina trebuie să aibă un număr de întrebări de examen',
  'structure.aboveEntered': 'Întrebări cerute de examen: {{asked}}; introduse: doar {{entered}}',
  'structure.chapterAboveEntered':
    'Întrebări cerute din capitolul {{chapter}}: {{asked}}; introduse: doar {{entered}}',
  'structure.belowChapterSum':
    'Întrebări cerute de disciplină: {{asked}}, mai puține decât cele ale capitolelor împreună ({{sum}})',
  'structure.sumDiffers': 'Întrebări cerute de capitole împreună: {{sum}}; în examen: {{asked}}',
  'structure.percentSum': 'Capitolul {{chapter}}: simple și multiple trebuie să însumeze 100 %',
  'structure.percentLocked': 'Facultatea sau specializarea nu permite schimbarea procentelor',

  'structure.frozen':
    'Examenul „{{exam}}” urmează să fie susținut sau este în desfășurare, de aceea structura nu poate fi schimbată înainte de {{until}}.',
  'session.keysOpened':
    'Sesiunea s-a încheiat, iar răspunsurile șabloanelor ei pot fi văzute, de aceea nu poate fi prelungită. Adaugă o sesiune nouă, cu șabloane proprii.',
  'session.scoringFrozen':
    'Examenul „{{exam}}” urmează să fie susținut sau este în desfășurare în această sesiune, de aceea modul de punctare nu poate fi schimbat înainte de {{until}}. Dacă examenele au fost punctate greșit, corectează punctarea pe pagina de statistici a examenului.',
  'session.scoringBegun':
    'Au început examene din această sesiune: {{count}}. Modul lor de punctare rămâne; dacă este greșit, corectează punctarea pe pagina de statistici a examenului.',

  'customExam.notFound': 'Examenul personalizat nu a fost găsit',

  'outage.decided': 'Despre această întrerupere s-a decis deja.',
  'paper.concerned': 'Ești studentul acestei susțineri sau rudă cu el: lucrarea o introduce altcineva.',
  'paper.examTwice': 'Un examen este introdus de două ori.',
  'paper.handedIn': 'Studentul a predat acest examen la calculator: răspunsurile rămân cum sunt.',
  'paper.tooEarly': 'O lucrare poate fi introdusă de la începutul intervalului ei.',
  'paper.impossible': 'Aceste răspunsuri nu pot fi bifate la această întrebare.',
  'paper.keyOpen':
    'Baremul poate fi deja deschis: numai administratorii mai pot introduce lucrarea, cu un motiv.',
  'paper.notPrinted': 'Această lucrare nu a fost tipărită.',
  'paper.reasonNeeded': 'Baremul poate fi deja deschis: introdu lucrarea cu un motiv.',
  'paper.tooLate': 'Contestațiile acestei sesiuni s-au încheiat: lucrarea nu mai poate fi introdusă.',
  'paper.notEntered': 'Nimeni nu a introdus încă această lucrare.',
  'paper.seqUsedUp':
    'Întrebarea {{question}} a fost salvată de la calculator cu cel mai mare număr posibil, așa că lucrarea nu o mai poate înlocui. Decide printr-o sesizare tehnică.',
  'paper.stored': 'Răspunsurile acestei lucrări sunt deja înregistrate.',
  'paper.twoOthers': 'Alte două persoane au introdus deja această lucrare.',
  'sitting.annulled': 'Susținerea a fost anulată.',
  'sitting.concerned':
    'Este vorba despre un examen al tău sau al unui student pe care l-ai marcat ca rudă: decide altcineva.',
  'sitting.notAnnulled': 'Susținerea nu este anulată.',
  'sitting.notRunning': 'Acest examen nu este în desfășurare.',
  'simulation.notAllowed': 'Examenele nu pot fi simulate',
  'appointment.seatTaken': 'Locul a fost ocupat între timp.',
  'appointment.examTwice': 'Studentul are deja o programare la acest examen',
  'appointment.toSitElsewhere':
    'Studentul are deja o programare la acest examen: {{examDate}}, sesiunea „{{session}}”',
  'appointment.elsewhere': 'Studentul are în același timp altă programare',
  'appointment.notOpen': 'Programările nu sunt deschise',
  'appointment.notOpenYet': 'Programările nu sunt deschise: se deschid pe {{opensAt}}.',
  'appointment.closed': 'Programările nu sunt deschise: s-au închis pe {{closedAt}}.',
  'appointment.outsideSession': 'Data este în afara sesiunii',
  'appointment.slotTooShort': 'Intervalul este mai scurt decât examenul, care durează {{minutes}} min.',
  'appointment.tooLate': 'Este prea târziu pentru acest interval: examenul nu mai încape în timpul rămas.',
  'appointment.keyOpened':
    'Ultimul examen din această zi cu aceste întrebări s-a încheiat, iar răspunsurile ar putea fi deja vizibile; de aceea nu mai poate fi adăugat nimeni în această zi și nu se mai poate acorda timp.',
  'appointment.noFreeRooms': 'Nu există săli libere în ziua selectată',
  'appointment.slotFull':
    'Acest interval tocmai s-a ocupat. Următorul liber: {{examDate}}, ora {{startHour}}, {{examRoom}}.',
  'appointment.noAccessibleSeat': 'Nu mai există niciun loc accesibil liber',
  'appointment.inTheWay':
    'Nu se poate modifica astfel, deoarece există programări sau locuri oferite ({{count}}), de exemplu: {{examples}}. Mută-le sau anulează-le mai întâi.',
  'appointment.bulkChanged':
    'Ceva s-a schimbat de la previzualizare. Locurile de mai jos sunt o nouă previzualizare pentru cei care nu au încă loc.',
  'appointment.changed': 'Altcineva a mutat programarea între timp. Vezi unde este acum și încearcă din nou.',
  'appointment.tooManyChanges':
    'Ți-ai schimbat programările de {{max}} de ori în 24 de ore. Încearcă din nou mai târziu sau cere secretariatului să le schimbe.',
  'appointment.moveUnseen': 'Verifică întâi cine ar fi mutat și unde, apoi confirmă.',
  'appointment.moveChanged':
    'Ceva s-a schimbat de la previzualizare. Nimeni nu a fost mutat; verifică noua previzualizare.',
  'appointment.begun':
    'Examenul acestei programări a început sau s-a încheiat ori intervalul a început și subiectul este tipărit; programarea nu mai poate fi mutată sau anulată.',
  'appointment.seatTakenNext': 'Locul este dat altcuiva în intervalul următor: {{names}}.',
  'appointment.timeChanged':
    'Altcineva a schimbat între timp timpul suplimentar: acum este de {{minutes}} min. Verifică și salvează din nou.',
  'appointment.wouldEnd':
    'Examenul este în curs și s-ar încheia imediat cu atât de puțin timp suplimentar. Acordă mai mult sau încheie chiar examenul.',
  'appointment.mostExtraTime': 'Nimeni nu poate primi mai mult de {{max, de}} minute suplimentare.',
  'appointment.noStudent':
    'Nu a fost găsit niciun student cu numărul matricol {{matricol}} în facultatea sau specializarea selectată',
  'appointment.failedFor': 'A eșuat pentru studentul {{student}} (număr matricol {{matricol}}): {{reason}}',

  'statistics.takesSame':
    'Susții chiar tu un examen la una dintre aceste discipline. Vei vedea statisticile după ce se deschide baremul examenului tău, cel târziu după sesiune.',
  'recording.unreadable': 'Acest fișier nu este înregistrarea unui examen',
  'recording.full': 'Nu mai este loc pentru înregistrările acestui examen',
  'recording.busy': 'O altă încărcare este în curs; încearcă din nou peste câteva clipe',

  'image.unreadable': 'Fișierul nu este o imagine care poate fi citită (PNG, JPEG, WebP sau GIF)',
  'image.tooLarge': 'Imaginea este prea mare: cel mult {{pixels, de}} pixeli pe o latură',

  'import.refused': 'Acest fișier nu poate fi importat',
  'import.busy': 'Tocmai se citesc alte fișiere; încearcă din nou mai târziu',
  'import.started': 'Acest import a început și nu mai poate fi schimbat',
  'import.checking': 'Rândurile acestui fișier sunt încă în curs de verificare',
  'yearCopy.notLater':
    'Studenții trec doar într-un an universitar ulterior. Alege alt an sau copiază doar disciplinele.',
  'yearCopy.nothingChosen':
    'Nu este aleasă nicio disciplină și niciun student care să nu fie deja în anul nou',
  'import.nothingChosen': 'Nu este aleasă nicio întrebare care să aibă un capitol',

  'account.sitting':
    '{{name}} susține acum un examen. Această modificare i-ar încheia autentificarea în timpul examenului.',
  'account.self': 'Nu îți poți dezactiva propriul cont. O poate face un alt administrator.',
  'account.disabled': 'Contul este dezactivat. Activează-l mai întâi.',
  'account.noLinkAddress': 'Nu se poate trimite niciun link: serverul a fost pornit fără PUBLIC_URL.',
  'dayPassword.noDirectory':
    'Studenții nu se autentifică prin LDAP, deci nu au nevoie de parole pentru o zi.',
  'dayPassword.past': 'Această zi a trecut.',
  'dayPassword.nobody': 'Nu este așteptat nimeni acolo.',
  'privacy.notConfirmed': 'Adresa introdusă nu este adresa acestui cont.',
  'privacy.erased': 'Datele acestei persoane au fost deja șterse.',
  'privacy.self': 'Nu îți poți șterge propriile date. O poate face un alt administrator.',
  'privacy.staff':
    '{{name}} face parte din personal. Retrage întâi rolurile: administrator, cadru didactic, secretar.',
  'privacy.sitting': '{{name}} susține un examen chiar acum.',
  'privacy.booked': '{{name}} are o programare care nu a trecut. Anuleaz-o întâi.',
  'privacy.kept': 'Rezultatele acestei persoane trebuie să rămână legate de ea până la {{day}}.',
  'privacy.fileRead':
    'Se citește sau se verifică un fișier cu studenți, în care poate fi și această persoană. Încearcă din nou când s-a terminat.',

  'customExam.changed':
    'Examenul a fost modificat între timp de {{by}}. Ce ai introdus este păstrat; compară înainte de a salva.',
  'customExam.frozen':
    'Sesiunea „{{session}}” urmează să înceapă sau este în desfășurare: disciplinele, numărul de întrebări, procentele și durata nu pot fi schimbate înainte de {{until}}.',
  'customExam.keyOpened':
    'Examenele din {{day}} cu întrebări de la {{discipline}} s-au încheiat, iar răspunsurile ar putea fi deja vizibile. Acest examen are programări în acea zi, așa că disciplina nu poate fi adăugată.',
  'customExam.hasAppointments':
    'Examenul nu poate fi șters: programări viitoare: {{count}}. Anulează-le sau mută-le mai întâi.',
  'customExam.partSat':
    '„{{part}}” a fost susținut sau are subiecte tipărite (examene: {{count}}) și trebuie să-și păstreze disciplinele. Fă o copie a examenului pentru sesiunea următoare.',
  'customExam.slotTooShort':
    'Programări al căror interval este mai scurt decât durata de {{minutes}} min: {{count}}. Mută-le mai întâi sau alege o durată mai mică.',
  'customExam.cohortBooked':
    'Programări ale unor studenți care nu ar mai aparține examenului: {{count}}. Anulează-le mai întâi sau păstrează seriile lor.',
  'customExam.empty': 'Examenul nu are încă nicio disciplină',
  'customExam.disciplineTwice': 'Disciplina face deja parte din examen',
  'customExam.noStructure':
    '{{discipline}} nu are încă o structură de examen; trebuie salvată de titulari sau de decanat',
  'customExam.aboveBank': '{{discipline}}: întrebări cerute: {{asked}}, introduse: {{entered}}',
  'customExam.simpleShort':
    '{{discipline}}, capitolul {{chapter}}: întrebări simple cerute: {{asked}}, disponibile: {{available}}',
  'customExam.multipleShort':
    '{{discipline}}, capitolul {{chapter}}: întrebări multiple cerute: {{asked}}, disponibile: {{available}}',
  'customExam.chapterShort':
    '{{discipline}}, capitolul {{chapter}}: întrebări cerute: {{asked}}, disponibile: {{available}}',

  'template.printed': 'Acest șablon a fost tipărit și rămâne cum este.',
  'template.printFreezes':
    'Tipărirea fără barem îngheață șabloane care mai pot fi modificate: {{count}}. Revino la selecție și confirmă.',
  'template.begun':
    'Un student a început un examen cu acest șablon sau un subiect făcut din el este tipărit; nu mai poate fi modificat',
  'template.changed': 'Altcineva a modificat între timp acest șablon; deschide-l din nou',
  'template.frozen':
    'Sesiunea „{{session}}” urmează să înceapă sau este în desfășurare până la {{until}}; subiecte în așteptare care s-ar extrage din nou: {{count}}. Confirmă mai întâi.',
  'template.notBegun': 'Niciun student nu a început încă un examen cu acest șablon; modifică șablonul',
  'template.running': 'Se generează deja șabloane pentru acest examen și această sesiune',
  'template.tooMany': 'Pot exista cel mult {{most, de}} șabloane ale unui examen într-o sesiune',
  'template.unfit':
    'Întrebarea pentru numărul {{number}} nu este din același capitol, nu poate fi pusă în același fel sau este deja în șablon',

  'settlement.changedMeanwhile': 'Între timp s-a schimbat ceva; verifică efectul de acum și decide din nou',
  'settlement.conflict':
    'Printre examenele care s-ar puncta din nou este unul al tău sau al unui student pe care l-ai marcat ca rudă. Soluționează alt titular sau un administrator fără un asemenea conflict.',
  'settlement.previewMissing': 'Verifică întâi ce s-ar schimba, apoi confirmă.',
  'settlement.unfit': 'Această soluționare nu se potrivește cu întrebarea așa cum a fost afișată',
  'settlement.withdrawn': 'Această soluționare a fost deja retrasă',

  'waitingPlace.notFull': 'Există locuri libere: fă o programare în loc să aștepți.',
  'waitingPlace.twice': 'Studentul așteaptă deja aici.',
  'waitingPlace.tooMany': 'Nimeni nu poate aștepta la mai mult de {{max, de}} locuri deodată.',
  'waitingPlace.alreadyThere': 'Studentul are deja un loc acolo.',
  'waitingPlace.notOffered': 'Încă nu a fost oferit niciun loc.',
  'waitingPlace.offerEnded':
    'Locul nu mai este păstrat: timpul de acceptare a expirat sau locul nu poate fi folosit.',

  'contestation.switchedOff': 'În prezent nu se pot depune contestații.',
  'contestation.keyClosed':
    'Alți studenți mai pot primi aceleași întrebări. Contestațiile la acest examen se deschid pe {{opensAt}}.',
  'contestation.notOpenYet': 'Contestațiile din această sesiune se deschid pe {{opensAt}}.',
  'contestation.neverOpen':
    'Datele sesiunii nu lasă timp pentru contestarea acestui examen. Adresează-te secretariatului.',
  'contestation.closed': 'Contestațiile din această sesiune s-au închis pe {{closedAt}}.',
  'contestation.daysOver': 'Termenul de contestare a acestui examen s-a încheiat pe {{closedAt}}.',
  'contestation.twice': 'Nu se poate crea încă o contestație de același tip la acest examen.',
  'contestation.noQuestion': 'Alege cel puțin o întrebare.',
  'contestation.questionTwice': 'Întrebarea este aleasă de două ori.',
  'contestation.explanationMissing': 'Este necesară o explicație.',
  'contestation.caseTwice':
    'Există deja o sesizare pentru această întrebare în această sesiune, deschisă sau soluționată.',
  'contestation.notServed': 'Niciun examen încheiat din această sesiune nu conține această întrebare.',
  'contestation.adminsOnly': 'Această contestație o soluționează numai administratorii.',
  'contestation.notHolder': 'Această întrebare o soluționează numai titularii disciplinei.',
  'contestation.ended':
    'Termenul de soluționare a contestațiilor s-a încheiat pe {{endedAt}}. Adresează-te unui administrator.',
  'contestation.ownExam': 'Ai susținut chiar tu acest examen; contestația o soluționează altcineva.',
  'contestation.relative': 'Ai marcat acest student ca rudă; contestația o soluționează altcineva.',
  'contestation.relativeStays':
    'Mențiunea rămâne până o retrage un administrator; nimeni nu o retrage pe a sa.',
  'contestation.resolved':
    'Întrebarea este deja soluționată. Redeschide contestația pentru a decide din nou.',
  'contestation.notResolved': 'În această contestație nu s-a decis încă nimic.',
  'contestation.settleMissing': 'Alege cum se soluționează întrebarea acceptată.',
  'contestation.settleUnfit': 'Contestația nu poate fi soluționată în acest fel.',
  'contestation.reach': 'Soluționarea nu poate avea un efect atât de larg.',
  'contestation.takesSame': 'Susții chiar tu acest examen sau unul cu aceleași întrebări; decide altcineva.',
  'contestation.answersMissing': 'Alege răspunsurile întrebării.',
  'contestation.noLateAnswer': 'La această întrebare nu există un răspuns întârziat.',
} satisfies Record<Exclude<ErrorCode, FirstErrorCode>, string>;
