import type { FindingCode } from '#domain/imports/findings.ts';

/** The text of each finding about a question file; parameters are in double braces. */
export const importFindings: Record<FindingCode, string> = {
  'import.fileEmpty': 'Fișierul este gol.',
  'import.fileTooLarge': 'Fișierul este prea mare; se primesc cel mult {{megabytes}} MB.',
  'import.formatUnknown':
    'Nu este un fișier de întrebări cunoscut: Excel (.xlsx), CSV, Moodle XML, GIFT, Aiken sau QTI.',
  'import.oldExcel': 'Este un fișier Excel vechi (.xls). Salvează-l ca .xlsx și încarcă-l din nou.',
  'import.wordDocument':
    'Este un document Word; din el nu se citesc întrebări. Pune-le în modelul Excel sau într-un fișier text GIFT ori Aiken.',
  'import.xmlBroken': 'Fișierul XML are o eroare la linia {{line}}.',
  'import.xmlDoctype':
    'Fișierul XML declară un tip de document propriu; din motive de siguranță nu este citit.',
  'import.xmlTooDeep': 'Elementele sunt cuprinse unele în altele pe mai mult de {{max, de}} niveluri.',
  'import.xmlTooLarge': 'Fișierul XML are prea multe elemente.',
  'import.zipBroken': 'Arhiva este deteriorată sau folosește o compresie necunoscută.',
  'import.zipEncrypted': 'Arhiva este protejată cu parolă.',
  'import.zipTooLarge': 'Arhiva, despachetată, este prea mare.',
  'import.zipPath': 'Arhiva conține un fișier cu o cale nepermisă: {{name}}.',
  'import.zipRepeated':
    'Arhiva conține mai multe fișiere cu același nume: {{name}}. Redenumește-le și arhivează din nou.',
  'import.workbookBroken': 'Registrul Excel nu poate fi citit.',
  'import.csvBroken': 'Fișierul CSV are o eroare la linia {{line}}.',
  'import.headerMissing':
    'Lipsește capul de tabel: trebuie cel puțin coloanele Întrebare, Corect 1 și Greșit 1, ca în model.',
  'import.columnRepeated':
    'Două coloane spun același lucru ca „{{column}}”; păstrează una sau numerotează-le (Corect 1, Corect 2…).',
  'import.noQuestions': 'Fișierul nu conține nicio întrebare.',
  'import.tooManyQuestions': 'Fișierul are mai mult de {{max, de}} întrebări; împarte-l.',
  'import.tooManyStudents': 'Fișierul are mai mult de {{max, de}} rânduri; împarte-l.',
  'import.noStudents': 'Fișierul nu conține niciun student.',
  'import.noStudentTable':
    'Acesta nu este un tabel cu studenți: trebuie un fișier Excel (.xlsx) sau CSV cu cele unsprezece coloane din model.',
  'import.tooHeavy':
    'Fișierul cere mai mult timp sau mai multă memorie decât este permis; împarte-l în fișiere mai mici.',
  'import.encodingGuessed': 'Fișierul nu este în UTF-8; a fost citit ca {{encoding}}. Verifică diacriticele.',
  'import.bytesBroken': 'Fișierul are octeți greșiți, înlocuiți cu „�”: {{count}}.',
  'import.fileNotRead':
    'Acest fișier din arhivă nu conține întrebări într-un format cunoscut; nu a fost citit.',
  'import.filesNotRead': 'Alte fișiere din arhivă care nu au fost citite: {{count}}.',
  'import.twinNotRead':
    'Acest fișier conține aceleași întrebări ca {{other}}, care a fost citit în locul lui.',
  'import.itemsElsewhere':
    'Fișierul trimite la întrebări pe care nu le conține: {{names}}. Verifică dacă se importă și fișierul în care se află.',
  'import.columnMissing': 'Lipsește coloana „{{column}}”.',
  'import.otherSheets': 'Se citește o singură foaie; acestea nu au fost citite: {{sheets}}.',
  'import.mergedCells': 'Celulele îmbinate au fost luate ca și cum fiecare ar avea valoarea.',
  'import.macrosIgnored': 'Fișierul conține macrocomenzi; ele nu se execută, se citesc numai celulele.',
  'import.notesDropped': 'Fișierul conține comentarii la celule; ele nu se importă.',
  'import.columnUnknown': 'Coloana „{{column}}” nu este cunoscută și nu se importă.',
  'import.columnNotRead': 'Coloana „{{column}}” spune același lucru ca „{{other}}” și nu se importă.',

  'import.unsupportedType':
    'Tipul de întrebare „{{type}}” nu se poate importa; numai întrebările cu alegere.',
  'import.itemFileBroken': 'Fișierul {{file}} din pachet are o eroare la linia {{line}}.',
  'import.itemFileMissing': 'Pachetul menționează fișierul {{file}}, dar nu îl conține.',
  'import.bracesUnbalanced': 'Acoladele răspunsurilor nu sunt pereche.',
  'import.answersTwice':
    'Întrebarea are de mai multe ori răspunsuri între acolade. Dacă sunt mai multe întrebări, pune o linie goală între ele.',
  'import.answerLineMissing': 'Lipsește linia ANSWER.',
  'import.answerLinesDiffer': 'Întrebarea are mai multe linii ANSWER, care se contrazic.',
  'import.choicesMissing': 'Întrebarea nu are variante de răspuns.',
  'import.letterUnexpected':
    'Un rând începe ca varianta {{letter}}, dar urmează varianta {{expected}}. Pune literele în ordine sau unește rândul cu cel de deasupra.',
  'import.optionBelowAnswer':
    'Varianta {{letter}} este sub linia ANSWER. Pune-o deasupra sau lasă un rând gol între ele dacă acolo începe întrebarea următoare.',
  'import.rowShifted':
    'Rândul nu se potrivește cu capul de tabel, la „{{text}}”: o celulă nu are titlu de coloană. Poate că un separator din text a deplasat rândul (pune textul între ghilimele); altfel, dă un titlu coloanei.',
  'import.formulaEmpty':
    'O formulă de pe rând nu are nicio valoare salvată. Deschide fișierul într-un program de calcul tabelar, salvează-l și încarcă-l din nou.',
  'import.answerUnknown': 'Răspunsul corect „{{answer}}” nu este printre variante.',
  'import.templated': 'Întrebarea se compune din variabile; nu se poate importa.',
  'import.alternativeKeys':
    'Fișierul acceptă mai multe combinații de răspunsuri; aici o întrebare are un singur barem.',
  'import.keyUnclear':
    'Din regulile de punctare ale fișierului nu se poate afla cu siguranță care răspunsuri sunt corecte.',
  'import.scoringUnknown':
    'Punctele se numără în variabila „{{variable}}”, care nu este cunoscută; din ea nu se pot afla răspunsurile corecte.',
  'import.stimulusMissing':
    'Textul comun al întrebării ({{name}}) nu este în fișier; încarcă pachetul întreg.',
  'import.textEmpty': 'Întrebarea nu are text.',
  'import.textTooLong': 'Textul întrebării depășește {{max, de}} caractere.',
  'import.answerTooLong': 'Un răspuns depășește {{max, de}} caractere.',
  'import.tooManyAnswers': 'Întrebarea are mai mult de {{max, de}} răspunsuri.',
  'import.noCorrect': 'Niciun răspuns nu este corect.',
  'import.noWrong': 'Niciun răspuns nu este greșit.',
  'import.tooFewCorrect': 'Sunt necesare cel puțin 5 răspunsuri corecte; lipsesc {{missing}}.',
  'import.tooFewWrong': 'Sunt necesare cel puțin 5 răspunsuri greșite; lipsesc {{missing}}.',
  'import.contradictoryAnswer': 'Răspunsul „{{answer}}” apare și ca fiind corect, și ca fiind greșit.',
  'import.pointsInvalid': 'Punctajul „{{value}}” nu este un număr pozitiv.',
  'import.imageNotGiven':
    'Imaginea {{name}} nu a fost trimisă; pune tabelul și imaginile într-o arhivă .zip.',
  'import.imageNeeded':
    'Imaginea {{name}} nu poate fi folosită, iar fără ea întrebarea sau un răspuns nu are sens.',
  'import.chapterUnknown': 'Disciplina nu are capitolul „{{chapter}}”.',
  'import.chapterMissing': 'Nu este ales niciun capitol.',
  'import.notWritten': 'Întrebarea nu a putut fi adăugată în banca de întrebări.',

  'import.rowShort':
    'Rândul se termină prea devreme: coloane completate {{cells}} din {{columns}}, celelalte au fost citite ca fiind goale. Poate că un sfârșit de rând dintr-un text a tăiat rândul (pune acel text între ghilimele).',
  'import.incompletePool':
    'Întrebare incompletă (corecte: {{correct}}, greșite: {{wrong}}): se dă numai așa cum este, iar la modificare se cer 5 și 5.',
  'import.partialCredit': 'Punctele parțiale pe răspuns nu se păstrează.',
  'import.keyContradicted':
    'Fișierul indică {{answers}} ca fiind corect, dar nu acordă puncte; se importă ca fiind corect. Verifică baremul.',
  'import.alternativeAnswers':
    'Fișierul acceptă oricare dintre mai multe răspunsuri; toate se importă ca fiind corecte.',
  'import.penaltyIgnored': 'Punctele negative nu se păstrează; ele țin de modul de punctare al sesiunii.',
  'import.feedbackDropped':
    'Explicațiile nu se importă; se păstrează numai trimiterile bibliografice („Titlu, p. 12”).',
  'import.tagsDropped': 'Etichetele nu se importă: {{tags}}.',
  'import.instructionsDropped': 'Instrucțiunile nu se importă: „{{text}}”.',
  'import.duplicateAnswer': 'Răspunsul „{{answer}}” apare de mai multe ori; se importă o singură dată.',
  'import.answerEmpty': 'Un răspuns gol a fost omis.',
  'import.answerUnmarked':
    'Răspunsul „{{answer}}” nu are înainte nici =, nici ~; se importă ca fiind greșit, ca în Moodle. Verifică.',
  'import.equalsUnescaped':
    'Lângă „{{answer}}” este un semn = fără \\ în față; poate face parte din text sau poate începe un răspuns corect. Verifică răspunsurile.',
  'import.paragraphsJoined':
    'Textul de deasupra, despărțit printr-un rând gol, a fost inclus în întrebare: „{{text}}”. Verifică dacă îi aparține.',
  'import.paragraphUnclear':
    '„{{text}}” este despărțit de întrebare printr-un rând gol și poate ține de cea de deasupra. Șterge rândul gol sau dă întrebării un nume (::nume::).',
  'import.explanationAbove':
    '„{{text}}” poate ține de explicația întrebării de deasupra. Șterge rândul gol dintre text și locul de care ține.',
  'import.severalLetters':
    'Linia ANSWER are mai multe litere, ceea ce Aiken nu prevede; au fost luate toate ca fiind corecte.',
  'import.markScaled': 'Valoarea {{mark}} din fișier înseamnă aici {{points}} p. (1 înseamnă 10 puncte).',
  'import.markIgnored':
    'Valoarea {{mark}} din fișier nu se poate transforma în puncte; întrebarea primește punctajul obișnuit.',
  'import.itemSplit':
    'Întrebarea din fișier are mai multe părți; aceasta este partea {{part}} din {{parts}}.',
  'import.imageMissing': 'Imaginea {{name}} lipsește din fișier.',
  'import.imageAmbiguous':
    'Fișierul conține mai multe imagini cu numele {{name}}; nu se poate ști care este cea potrivită, așa că a fost omisă.',
  'import.imageExternal': 'Imaginea {{address}} se află pe internet și nu este preluată.',
  'import.imageUnsupported':
    'Imaginea {{name}} nu este PNG, JPEG, GIF, WebP, BMP, TIFF sau AVIF și a fost omisă.',
  'import.imageTooLarge': 'Imaginea {{name}} este prea mare și a fost omisă.',
  'import.imagesLeftOut': 'O întrebare și un răspuns au câte o singură imagine; imagini omise: {{count}}.',
  'import.imageOnly': 'În loc de text era doar o imagine; textul a fost completat.',
  'import.backgroundDropped': 'O imagine de fundal a fost omisă: {{name}}.',
  'import.mediaDropped': 'Conținutul audio, video sau încorporat a fost omis.',
  'import.hiddenTextDropped':
    'Un text pe care browserele nu îl afișează a fost omis: „{{text}}”. Verifică-l.',
  'import.linkDropped': 'Adresa unui link nu se păstrează: {{address}}.',
  'import.shortened': 'O trimitere sau un nume de capitol este prea lung și a fost scurtat: „{{text}}”.',
  'import.strikeDropped': 'Textul tăiat nu se păstrează ca atare; cuvintele rămân.',
  'import.underlineDropped': 'Sublinierea nu se păstrează; cuvintele rămân.',
  'import.colourDropped': 'Culorile cuvintelor nu se păstrează; cuvintele rămân.',
  'import.severalLanguages': 'Textul apare în mai multe limbi; au fost păstrate toate, despărțite prin /.',
  'import.activeContentRemoved': 'Codul executabil din text a fost eliminat.',
  'import.formulaValue': 'Rândul are formule; s-a luat ultima lor valoare.',
  'import.dateCell':
    'O celulă a rândului conține o dată; poate că programul de calcul tabelar a făcut-o dintr-un text ca „1-5”. Verifică.',
  'import.numberFormat': 'Foaia de calcul arată numărul {{value}} în altă formă. Verifică.',
  'import.symbolFont':
    'Caracterele fontului Symbol au fost citite ca semnele pe care le arată: {{characters}}.',
  'import.dingbatFont':
    'Aceste litere sunt scrise cu un font de semne, de exemplu Wingdings, și au fost păstrate ca litere: {{characters}}. Verifică-le.',
  'import.charactersDropped': 'Au fost omise caractere invizibile sau de control: {{characters}}.',
  'import.controlsRead':
    'Caracterele de control au fost citite ca semnele din windows-1252: {{characters}}. Verifică.',
  'import.apostropheRemoved':
    'Apostroful dinaintea semnului =, +, - sau @ a fost eliminat; el doar protejează foaia de calcul.',
  'import.repeatedInFile': 'Textul este același cu al întrebării {{position}} din fișier.',
  'import.inBank': 'Disciplina are deja o întrebare cu același text (nr. {{question}}).',

  'export.severalCorrect': 'Formatul acceptă numai întrebări cu un singur răspuns corect.',
  'export.textNotHeld': 'Textul nu poate fi scris în acest format.',
  'export.imagesNotHeld': 'Formatul nu acceptă imagini; au fost omise.',
  'export.formattingNotHeld': 'Formatul nu păstrează formatarea; a rămas numai textul.',
  'export.linesNotHeld': 'Formatul nu păstrează rândurile; textul este pe un singur rând.',
  'export.pointsNotHeld': 'Formatul nu păstrează punctajul ({{points}}); a fost omis.',
  'export.referencesNotHeld': 'Formatul nu păstrează trimiterile bibliografice; au fost omise.',
};

/** The names of known question types; any other type is shown by its name in the file. */
export const questionTypes: Readonly<Record<string, string>> = {
  essay: 'eseu',
  shortanswer: 'răspuns scurt',
  numerical: 'numeric',
  matching: 'potrivire',
  description: 'text fără întrebare',
  noInteraction: 'text fără întrebare',
  cloze: 'text cu goluri',
};
