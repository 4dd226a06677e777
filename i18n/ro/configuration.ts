export const configuration = {
  description:
    'Ce permite platforma și cum se conectează la e-mail și la serviciul de autentificare (LDAP). O modificare este valabilă imediat, pe toate serverele.',
  groups: 'Grupuri de setări',
  standard: 'Implicit: {{value}}',
  changedBy: 'modificat de {{name}} la {{at}}',
  changedAt: 'modificat la {{at}}',
  differs: 'Diferă de implicit',
  unsaved: 'Nesalvat',
  unsavedGroup: 'Are modificări nesalvate',
  on: 'pornit',
  off: 'oprit',
  empty: 'gol',
  save: 'Salvează: {{group}}',
  discard: 'Renunță la modificări',
  changes_one: '{{count}} modificare',
  changes_few: '{{count}} modificări',
  changes_other: '{{count}} de modificări',
  running_one: '{{count}} examen este în desfășurare; el continuă neschimbat.',
  running_few: '{{count}} examene sunt în desfășurare; ele continuă neschimbate.',
  running_other: '{{count}} de examene sunt în desfășurare; ele continuă neschimbate.',
  runningFollows_one:
    '{{count}} examen este în desfășurare; modificarea apare pe pagina lui la redeschidere.',
  runningFollows_few:
    '{{count}} examene sunt în desfășurare; modificarea apare pe paginile lor la redeschidere.',
  runningFollows_other:
    '{{count}} de examene sunt în desfășurare; modificarea apare pe paginile lor la redeschidere.',
  saved: 'Setările au fost salvate și sunt valabile imediat.',
  notSaved: 'Nu s-a salvat nimic.',
  leaveText: 'Setările pe care le-ai modificat nu sunt salvate.',
  conflictTitle: 'Altcineva a modificat aceleași setări',
  conflictLine: '{{name}}: acum {{theirs}}, la tine {{mine}}',
  saveMine: 'Salvează varianta mea',
  takeTheirs: 'Păstrează varianta lor',
  passwordStored: 'Există o parolă salvată',
  passwordNone: 'Nu există nicio parolă salvată',
  removePassword: 'Șterge parola',
  passwordRemoved: 'se șterge',
  passwordNew: 'una nouă',
  fromEnvironment: 'Serverul a fost pornit și cu: {{addresses}}',
  mailFromEnvironment: 'Serverul a fost pornit cu SMTP_URL, care se folosește în locul acestor setări.',
  noDirectory:
    'Serverul a fost pornit fără LDAP_URL, deci nu există un serviciu LDAP prin care să se facă autentificarea.',
  saveFirst: 'Salvează mai întâi; se verifică setările salvate.',
  testMail: 'Trimite-mi un mesaj de probă',
  mailSent: 'Serverul de e-mail a acceptat un mesaj pentru {{to}}. Verifică dacă ajunge.',
  testDirectory: 'Verifică serviciul LDAP',
  directoryKnows: 'Serviciul LDAP răspunde și cunoaște adresa {{address}}.',
  directoryAnswers:
    'Serviciul LDAP răspunde. Nu cunoaște adresa {{address}}, ceea ce este normal pentru un administrator local.',
};

/** The groups of settings, in Romanian. */
export const settingGroup = {
  exams: 'Examene',
  questions: 'Întrebări',
  results: 'Rezultate și contestații',
  privacy: 'Date personale',
  signIn: 'Autentificare',
  mail: 'E-mail',
};

/** What each setting changes, and for whom, in Romanian. */
export const settingHelp = {
  allowExams:
    'Oprit: studenții nu se pot programa, nu pot muta sau anula o programare și nu pot simula, iar listele de așteptare nu oferă locuri. Examenele programate sau în desfășurare continuă.',
  displayFullExam: 'Pornit: studenții văd tot examenul deodată. Oprit: câte o întrebare.',
  questionRadioSimple: 'Oprit: studenții văd și aici casete de bifat; a doua bifă o șterge tot pe prima.',
  markSingle: 'Pornit: studenții văd CS* în loc de CS lângă întrebările cu un singur răspuns corect.',
  zoomScale: 'De câte ori mai mare devine o imagine când studentul o mărește, de la 1,25 la 5.',
  examApplicationMode:
    'Pentru calculatoarele din sălile de examen: studenții sunt deconectați la 15 minute după ce își văd rezultatele.',
  allowOverlappingSession:
    'Oprit: administratorii nu pot salva o sesiune ale cărei zile se suprapun cu ale alteia.',
  questionMaxAnswers: 'Câte răspunsuri vede studentul; ele se extrag din toate răspunsurile întrebării.',
  questionMinComplexAnswers: 'Cel puțin 2; cu un singur răspuns corect întrebarea este simplă.',
  questionMaxComplexAnswers:
    'Mai puține decât răspunsurile afișate, ca studenții să vadă mereu și unul greșit.',
  allowExamPreview:
    'Oprit: studenții văd doar punctajul și nota. Pornit: și întrebările cu baremul, după ce s-a încheiat ultimul interval al zilei cu aceleași discipline; la examenele din șabloane, după ultima zi a sesiunii.',
  allowContestations: 'Oprit: studenții nu pot depune contestații.',
  contestationsAllowedDays: 'Câte zile au studenții la dispoziție, de la 1 la 365.',
  teacherContests: 'Oprit: administratorii le soluționează pe toate, cadrele didactice pe niciuna.',
  recordingRetentionDays:
    'La câte zile după examen se șterge înregistrarea lui, de la 30 la 3650; niciodată înainte de soluționarea contestațiilor din sesiunea lui.',
  importRetentionDays:
    'La câte zile după încărcare se șterg rândurile unui import de studenți, de la 1 la 3650; ele conțin date personale. Un import care nu a fost încheiat se șterge cu totul, chiar și unul de întrebări. Ce s-a importat rămâne.',
  mailRetentionDays:
    'La câte zile după scriere se șterge de aici un mesaj despre o programare sau o contestație, trimis sau nu, de la 30 la 3650.',
  signInRetentionDays:
    'La câte zile după încheiere se șterge o autentificare, împreună cu adresa de rețea, de la 1 la 365.',
  reasonRetentionDays:
    'La câte zile după soluționarea contestațiilor unei sesiuni se șterg motivele timpului suplimentar, ale anulărilor și ale încheierii sau redeschiderii unui examen, precum și textele contestațiilor studenților și răspunsurile la ele, de la 30 la 36.500. Rezultatele rămân, iar jurnalul de audit păstrează textele până la ștergerea datelor persoanei.',
  identityRetentionDays:
    'Câte zile după ultimul examen datele unei persoane nu pot fi șterse, așa cum cere legea; 0 permite ștergerea după soluționarea contestațiilor. Rezultatele rămân și după aceea, fără nume.',
  tokenExpirationMinutes:
    'După această perioadă de inactivitate este nevoie de o nouă autentificare. Cât timp cineva lucrează, autentificarea se prelungește.',
  ldapForTeachers:
    'Oprit: cadrele didactice folosesc o parolă a platformei. Administratorii o folosesc mereu pe a lor.',
  ldapForStudents: 'Oprit: studenții folosesc o parolă a platformei.',
  deanEmails: 'Câte o adresă pe rând. Persoanele cu aceste adrese pot modifica structura oricărui examen.',
  smtpHost: 'De exemplu mail.universitate.ro. Gol: platforma nu trimite e-mailuri.',
  smtpPort: 'De obicei 587, sau 465 cu TLS de la început.',
  smtpSsl:
    'De obicei pornit cu portul 465. Oprit: conexiunea începe necriptată și folosește STARTTLS dacă serverul îl oferă.',
  smtpSender: 'Adresa pe care studenții și personalul o văd ca expeditor.',
  smtpUser: 'Gol: platforma nu se autentifică la serverul de e-mail.',
  smtpPassword: 'Nu mai este afișată niciodată. Lasă câmpul gol pentru a păstra parola existentă.',
};

/** What a change affects, in Romanian. */
export const settingAffects = {
  allowExams:
    'Valabil imediat pentru programări, mutări, anulări, ofertele listelor de așteptare și simulările noi.',
  screens: 'Valabil pentru paginile deschise de acum înainte; o pagină deja deschisă rămâne cum este.',
  papers:
    'Valabil pentru subiectele extrase de acum înainte. Subiectele deja extrase și examenele în desfășurare rămân cum sunt.',
  preview: 'Valabil pentru toate examenele încheiate, inclusiv din sesiunile trecute.',
  signIns:
    'Valabil pentru autentificările de acum înainte și la prelungirea lor. Nimeni aflat în examen nu este deconectat.',
  directory: 'Valabil de la următoarea autentificare a fiecăruia. Cine este conectat rămâne conectat.',
  dean: 'Cine este adăugat sau scos trebuie să se autentifice din nou. Cine este adăugat și nu este profesor sau administrator își pierde și parola: primește un link prin e-mail sau are nevoie de o parolă de unică folosință.',
  mail: 'Valabil de la următorul mesaj.',
  recordings:
    'Un termen mai scurt se aplică tuturor înregistrărilor, inclusiv celor ale examenelor trecute: cele al căror termen a expirat se șterg în cel mult o zi. Un termen mai lung se aplică doar examenelor care încep de acum, fiindcă studenților li s-a comunicat data de dinainte.',
  kept: 'Se aplică tuturor datelor păstrate: cele mai vechi se șterg în cel mult o zi.',
  erasing:
    'Valabil de la următoarea cerere de ștergere a datelor unei persoane. Schimbarea în sine nu șterge nimic.',
  contests:
    'Valabil imediat pentru toate rezultatele, inclusiv cele din trecut. Contestațiile depuse rămân și se soluționează.',
  resolving: 'Valabil imediat pentru toate contestațiile deschise. Deciziile luate rămân.',
  sessions: 'Valabil la salvarea unei sesiuni. Sesiunile existente rămân cum sunt.',
};
