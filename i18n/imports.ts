import type { Finding, FindingCode } from '#domain/imports/findings.ts';
import type { Language } from './languages.ts';

/** Words that question files leave to the reader's language. */
export const importWords: Record<Language, { true: string; false: string; image: string }> = {
  ro: { true: 'Adevărat', false: 'Fals', image: 'Imaginea' },
  en: { true: 'True', false: 'False', image: 'Image' },
  fr: { true: 'Vrai', false: 'Faux', image: 'Image' },
};

const ro: Record<FindingCode, string> = {
  'import.fileEmpty': 'Fișierul este gol.',
  'import.fileTooLarge': 'Fișierul este prea mare; se primesc cel mult {{megabytes}} MB.',
  'import.formatUnknown':
    'Nu este un fișier de întrebări cunoscut: Excel (.xlsx), CSV, Moodle XML, GIFT, Aiken sau QTI.',
  'import.oldExcel': 'Este un fișier Excel vechi (.xls). Salvează-l ca .xlsx și încarcă-l din nou.',
  'import.xmlBroken': 'Fișierul XML este greșit la linia {{line}}.',
  'import.xmlDoctype':
    'Fișierul XML declară un tip de document propriu; din motive de siguranță nu este citit.',
  'import.xmlTooDeep': 'Elementele sunt cuprinse unele în altele pe mai mult de {{max}} niveluri.',
  'import.xmlTooLarge': 'Fișierul XML are prea multe elemente.',
  'import.zipBroken': 'Arhiva este deteriorată sau folosește o compresie necunoscută.',
  'import.zipEncrypted': 'Arhiva este protejată cu parolă.',
  'import.zipTooLarge': 'Arhiva, despachetată, este prea mare.',
  'import.zipPath': 'Arhiva conține un fișier cu o cale nepermisă: {{name}}.',
  'import.workbookBroken': 'Registrul Excel nu poate fi citit.',
  'import.csvBroken': 'Fișierul CSV este greșit la linia {{line}}.',
  'import.headerMissing':
    'Lipsește capul de tabel: trebuie cel puțin coloanele Întrebare, Corect 1 și Greșit 1, ca în model.',
  'import.noQuestions': 'Fișierul nu conține nicio întrebare.',
  'import.tooManyQuestions': 'Fișierul are mai mult de {{max}} de întrebări; împarte-l.',
  'import.tooHeavy':
    'Fișierul cere mai mult timp sau mai multă memorie decât este permis; împarte-l în fișiere mai mici.',
  'import.encodingGuessed': 'Fișierul nu este în UTF-8; a fost citit ca {{encoding}}. Verifică diacriticele.',
  'import.columnUnknown': 'Coloana „{{column}}” nu este cunoscută și nu se importă.',

  'import.unsupportedType':
    'Tipul de întrebare „{{type}}” nu se poate importa; numai întrebările cu alegere.',
  'import.itemFileBroken': 'Fișierul {{file}} din pachet este greșit la linia {{line}}.',
  'import.bracesUnbalanced': 'Acoladele răspunsurilor nu se închid.',
  'import.answerLineMissing': 'Lipsește linia ANSWER.',
  'import.choicesMissing': 'Întrebarea nu are variante de răspuns.',
  'import.answerUnknown': 'Răspunsul corect „{{answer}}” nu este printre variante.',
  'import.templated': 'Întrebarea se compune din variabile; nu se poate importa.',
  'import.textEmpty': 'Întrebarea nu are text.',
  'import.textTooLong': 'Textul întrebării depășește {{max}} de caractere.',
  'import.answerTooLong': 'Un răspuns depășește {{max}} de caractere.',
  'import.tooManyAnswers': 'Întrebarea are mai mult de {{max}} de răspunsuri.',
  'import.noCorrect': 'Niciun răspuns nu este corect.',
  'import.noWrong': 'Niciun răspuns nu este greșit.',
  'import.tooFewCorrect': 'Sunt necesare cel puțin 5 răspunsuri corecte; lipsesc {{missing}}.',
  'import.tooFewWrong': 'Sunt necesare cel puțin 5 răspunsuri greșite; lipsesc {{missing}}.',
  'import.contradictoryAnswer': 'Răspunsul „{{answer}}” apare și ca fiind corect, și ca fiind greșit.',
  'import.pointsInvalid': 'Punctajul „{{value}}” nu este un număr pozitiv.',
  'import.imageNotGiven':
    'Imaginea {{name}} nu a fost trimisă; pune tabelul și imaginile într-o arhivă .zip.',
  'import.chapterUnknown': 'Disciplina nu are capitolul „{{chapter}}”.',
  'import.chapterMissing': 'Nu este ales niciun capitol.',
  'import.notWritten': 'Întrebarea nu a putut fi scrisă în banca de întrebări.',

  'import.incompletePool':
    'Întrebare incompletă (corecte: {{correct}}, greșite: {{wrong}}): se dă numai așa cum este, iar la modificare se cer 5 și 5.',
  'import.partialCredit': 'Punctele parțiale pe răspuns nu se păstrează.',
  'import.penaltyIgnored': 'Punctele negative nu se păstrează; ele țin de modul de notare al sesiunii.',
  'import.feedbackDropped':
    'Explicațiile nu se importă; se păstrează numai trimiterile bibliografice („Titlu, p. 12”).',
  'import.duplicateAnswer': 'Răspunsul „{{answer}}” apare de mai multe ori; se importă o singură dată.',
  'import.answerEmpty': 'Un răspuns gol a fost omis.',
  'import.severalLetters':
    'Linia ANSWER are mai multe litere, ceea ce Aiken nu prevede; au fost luate toate ca fiind corecte.',
  'import.markScaled': 'Nota {{mark}} din fișier devine {{points}} puncte (1 înseamnă 10 puncte).',
  'import.itemSplit':
    'Întrebarea din fișier are mai multe părți; aceasta este partea {{part}} din {{parts}}.',
  'import.imageMissing': 'Imaginea {{name}} lipsește din fișier.',
  'import.imageExternal': 'Imaginea {{address}} se află pe internet și nu este preluată.',
  'import.imageUnsupported':
    'Imaginea {{name}} nu este PNG, JPEG, GIF, WebP, BMP, TIFF sau AVIF și a fost omisă.',
  'import.imageTooLarge': 'Imaginea {{name}} este prea mare și a fost omisă.',
  'import.imagesLeftOut': 'O întrebare și un răspuns au câte o singură imagine; imagini omise: {{count}}.',
  'import.imageOnly': 'În loc de text era doar o imagine; textul a fost completat.',
  'import.mediaDropped': 'Conținutul audio, video sau încorporat a fost omis.',
  'import.activeContentRemoved': 'Codul executabil din text a fost eliminat.',
  'import.formulaValue': 'Rândul are formule; s-a luat ultima lor valoare.',
  'import.repeatedInFile': 'Textul este același cu al întrebării {{position}} din fișier.',
  'import.inBank': 'Disciplina are deja o întrebare cu același text (nr. {{question}}).',

  'export.severalCorrect': 'Formatul ține numai întrebări cu un singur răspuns corect.',
  'export.textNotHeld': 'Textul nu poate fi scris în acest format.',
  'export.imagesNotHeld': 'Formatul nu ține imagini; au fost omise.',
  'export.formattingNotHeld': 'Formatul nu ține formatarea textului; au rămas numai literele.',
  'export.referencesNotHeld': 'Formatul nu ține trimiteri bibliografice; au fost omise.',
};

const en: Record<FindingCode, string> = {
  'import.fileEmpty': 'The file is empty.',
  'import.fileTooLarge': 'The file is too large; at most {{megabytes}} MB are accepted.',
  'import.formatUnknown':
    'This is no question file we know: Excel (.xlsx), CSV, Moodle XML, GIFT, Aiken or QTI.',
  'import.oldExcel': 'This is an old Excel file (.xls). Save it as .xlsx and upload it again.',
  'import.xmlBroken': 'The XML is broken at line {{line}}.',
  'import.xmlDoctype': 'The XML declares a document type of its own; for safety it is not read.',
  'import.xmlTooDeep': 'The elements are nested more than {{max}} levels deep.',
  'import.xmlTooLarge': 'The XML has too many elements.',
  'import.zipBroken': 'The archive is damaged or packed in an unknown way.',
  'import.zipEncrypted': 'The archive is protected by a password.',
  'import.zipTooLarge': 'The archive is too large when unpacked.',
  'import.zipPath': 'The archive holds a file at a path that is not allowed: {{name}}.',
  'import.workbookBroken': 'The Excel workbook cannot be read.',
  'import.csvBroken': 'The CSV file is broken at line {{line}}.',
  'import.headerMissing':
    'The header is missing: at least the columns Question, Correct 1 and Wrong 1 are needed, as in the template.',
  'import.noQuestions': 'The file holds no question.',
  'import.tooManyQuestions': 'The file holds more than {{max}} questions; split it.',
  'import.tooHeavy': 'The file needs more time or memory than is allowed; split it into smaller files.',
  'import.encodingGuessed': 'The file is not in UTF-8; it was read as {{encoding}}. Check the accents.',
  'import.columnUnknown': 'The column “{{column}}” is unknown and is not imported.',

  'import.unsupportedType': 'Questions of type “{{type}}” cannot be imported; only choice questions can.',
  'import.itemFileBroken': 'The file {{file}} in the package is broken at line {{line}}.',
  'import.bracesUnbalanced': 'The braces around the answers are not closed.',
  'import.answerLineMissing': 'The ANSWER line is missing.',
  'import.choicesMissing': 'The question has no choices.',
  'import.answerUnknown': 'The correct answer “{{answer}}” is not among the choices.',
  'import.templated': 'The question is made from variables; it cannot be imported.',
  'import.textEmpty': 'The question has no text.',
  'import.textTooLong': 'The text of the question is longer than {{max}} characters.',
  'import.answerTooLong': 'An answer is longer than {{max}} characters.',
  'import.tooManyAnswers': 'The question has more than {{max}} answers.',
  'import.noCorrect': 'No answer is correct.',
  'import.noWrong': 'No answer is wrong.',
  'import.tooFewCorrect': 'At least 5 correct answers are needed; {{missing}} missing.',
  'import.tooFewWrong': 'At least 5 wrong answers are needed; {{missing}} missing.',
  'import.contradictoryAnswer': 'The answer “{{answer}}” is given both as correct and as wrong.',
  'import.pointsInvalid': 'The points “{{value}}” are not a positive number.',
  'import.imageNotGiven':
    'The image {{name}} was not sent; put the table and its images into one .zip archive.',
  'import.chapterUnknown': 'The discipline has no chapter “{{chapter}}”.',
  'import.chapterMissing': 'No chapter is chosen.',
  'import.notWritten': 'The question could not be written into the question bank.',

  'import.incompletePool':
    'Incomplete pool ({{correct}} correct, {{wrong}} wrong): it serves only as it is, and editing it will demand 5 and 5.',
  'import.partialCredit': 'Partial credit per answer is not kept.',
  'import.penaltyIgnored': 'Negative marks are not kept; they belong to the scoring mode of the session.',
  'import.feedbackDropped':
    'Explanations are not imported; only bibliography references are kept (“Title, p. 12”).',
  'import.duplicateAnswer': 'The answer “{{answer}}” is given more than once; it is imported once.',
  'import.answerEmpty': 'An empty answer was left out.',
  'import.severalLetters':
    'The ANSWER line has several letters, which Aiken does not allow; all were taken as correct.',
  'import.markScaled': 'The mark {{mark}} in the file becomes {{points}} points (1 means 10 points).',
  'import.itemSplit': 'The question in the file has several parts; this is part {{part}} of {{parts}}.',
  'import.imageMissing': 'The image {{name}} is missing from the file.',
  'import.imageExternal': 'The image {{address}} lies on the internet and is not fetched.',
  'import.imageUnsupported':
    'The image {{name}} is not PNG, JPEG, GIF, WebP, BMP, TIFF or AVIF and was left out.',
  'import.imageTooLarge': 'The image {{name}} is too large and was left out.',
  'import.imagesLeftOut': 'A question and an answer have one image each; images left out: {{count}}.',
  'import.imageOnly': 'There was only an image instead of a text; a text was filled in.',
  'import.mediaDropped': 'Audio, video or embedded content was left out.',
  'import.activeContentRemoved': 'Executable code in the text was removed.',
  'import.formulaValue': 'The row has formulas; their last value was taken.',
  'import.repeatedInFile': 'The text is the same as that of question {{position}} of the file.',
  'import.inBank': 'The discipline already has a question with the same text (no. {{question}}).',

  'export.severalCorrect': 'The format holds only questions with one correct answer.',
  'export.textNotHeld': 'The text cannot be written in this format.',
  'export.imagesNotHeld': 'The format holds no images; they were left out.',
  'export.formattingNotHeld': 'The format holds no text formatting; only the letters remain.',
  'export.referencesNotHeld': 'The format holds no bibliography references; they were left out.',
};

const fr: Record<FindingCode, string> = {
  'import.fileEmpty': 'Le fichier est vide.',
  'import.fileTooLarge': 'Le fichier est trop volumineux ; {{megabytes}} Mo au plus sont acceptés.',
  'import.formatUnknown':
    'Ce n’est pas un fichier de questions connu : Excel (.xlsx), CSV, Moodle XML, GIFT, Aiken ou QTI.',
  'import.oldExcel': 'C’est un ancien fichier Excel (.xls). Enregistrez-le en .xlsx et envoyez-le à nouveau.',
  'import.xmlBroken': 'Le XML est incorrect à la ligne {{line}}.',
  'import.xmlDoctype': 'Le XML déclare son propre type de document ; par sécurité, il n’est pas lu.',
  'import.xmlTooDeep': 'Les éléments sont imbriqués sur plus de {{max}} niveaux.',
  'import.xmlTooLarge': 'Le XML contient trop d’éléments.',
  'import.zipBroken': 'L’archive est endommagée ou compressée d’une manière inconnue.',
  'import.zipEncrypted': 'L’archive est protégée par un mot de passe.',
  'import.zipTooLarge': 'L’archive décompressée est trop volumineuse.',
  'import.zipPath': 'L’archive contient un fichier dont le chemin n’est pas autorisé : {{name}}.',
  'import.workbookBroken': 'Le classeur Excel ne peut pas être lu.',
  'import.csvBroken': 'Le fichier CSV est incorrect à la ligne {{line}}.',
  'import.headerMissing':
    'L’en-tête manque : il faut au moins les colonnes Question, Correct 1 et Faux 1, comme dans le modèle.',
  'import.noQuestions': 'Le fichier ne contient aucune question.',
  'import.tooManyQuestions': 'Le fichier contient plus de {{max}} questions ; divisez-le.',
  'import.tooHeavy':
    'Le fichier demande plus de temps ou de mémoire que ce qui est permis ; divisez-le en fichiers plus petits.',
  'import.encodingGuessed':
    'Le fichier n’est pas en UTF-8 ; il a été lu comme {{encoding}}. Vérifiez les accents.',
  'import.columnUnknown': 'La colonne « {{column}} » est inconnue et n’est pas importée.',

  'import.unsupportedType':
    'Les questions de type « {{type}} » ne peuvent pas être importées ; seules les questions à choix le peuvent.',
  'import.itemFileBroken': 'Le fichier {{file}} du paquet est incorrect à la ligne {{line}}.',
  'import.bracesUnbalanced': 'Les accolades des réponses ne sont pas fermées.',
  'import.answerLineMissing': 'La ligne ANSWER manque.',
  'import.choicesMissing': 'La question n’a pas de choix.',
  'import.answerUnknown': 'La réponse correcte « {{answer}} » n’est pas parmi les choix.',
  'import.templated': 'La question est composée de variables ; elle ne peut pas être importée.',
  'import.textEmpty': 'La question n’a pas de texte.',
  'import.textTooLong': 'Le texte de la question dépasse {{max}} caractères.',
  'import.answerTooLong': 'Une réponse dépasse {{max}} caractères.',
  'import.tooManyAnswers': 'La question a plus de {{max}} réponses.',
  'import.noCorrect': 'Aucune réponse n’est correcte.',
  'import.noWrong': 'Aucune réponse n’est fausse.',
  'import.tooFewCorrect': 'Il faut au moins 5 réponses correctes ; il en manque {{missing}}.',
  'import.tooFewWrong': 'Il faut au moins 5 réponses fausses ; il en manque {{missing}}.',
  'import.contradictoryAnswer':
    'La réponse « {{answer}} » est donnée à la fois comme correcte et comme fausse.',
  'import.pointsInvalid': 'Le barème « {{value}} » n’est pas un nombre positif.',
  'import.imageNotGiven':
    'L’image {{name}} n’a pas été envoyée ; mettez le tableau et ses images dans une archive .zip.',
  'import.chapterUnknown': 'La discipline n’a pas de chapitre « {{chapter}} ».',
  'import.chapterMissing': 'Aucun chapitre n’est choisi.',
  'import.notWritten': 'La question n’a pas pu être écrite dans la banque de questions.',

  'import.incompletePool':
    'Réserve incomplète (correctes : {{correct}}, fausses : {{wrong}}) : la question sert seulement telle quelle, et la modifier en demandera 5 et 5.',
  'import.partialCredit': 'Les points partiels par réponse ne sont pas conservés.',
  'import.penaltyIgnored':
    'Les points négatifs ne sont pas conservés ; ils relèvent du mode de notation de la session.',
  'import.feedbackDropped':
    'Les explications ne sont pas importées ; seules les références bibliographiques le sont (« Titre, p. 12 »).',
  'import.duplicateAnswer': 'La réponse « {{answer}} » apparaît plusieurs fois ; elle est importée une fois.',
  'import.answerEmpty': 'Une réponse vide a été omise.',
  'import.severalLetters':
    'La ligne ANSWER a plusieurs lettres, ce qu’Aiken ne prévoit pas ; toutes ont été prises comme correctes.',
  'import.markScaled': 'La note {{mark}} du fichier devient {{points}} points (1 signifie 10 points).',
  'import.itemSplit':
    'La question du fichier a plusieurs parties ; celle-ci est la partie {{part}} sur {{parts}}.',
  'import.imageMissing': 'L’image {{name}} manque dans le fichier.',
  'import.imageExternal': 'L’image {{address}} se trouve sur internet et n’est pas récupérée.',
  'import.imageUnsupported':
    'L’image {{name}} n’est pas au format PNG, JPEG, GIF, WebP, BMP, TIFF ou AVIF et a été omise.',
  'import.imageTooLarge': 'L’image {{name}} est trop volumineuse et a été omise.',
  'import.imagesLeftOut': 'Une question et une réponse ont une image chacune ; images omises : {{count}}.',
  'import.imageOnly': 'Il n’y avait qu’une image à la place du texte ; un texte a été ajouté.',
  'import.mediaDropped': 'Le contenu audio, vidéo ou incorporé a été omis.',
  'import.activeContentRemoved': 'Du code exécutable a été retiré du texte.',
  'import.formulaValue': 'La ligne contient des formules ; leur dernière valeur a été prise.',
  'import.repeatedInFile': 'Le texte est le même que celui de la question {{position}} du fichier.',
  'import.inBank': 'La discipline a déjà une question avec le même texte (n° {{question}}).',

  'export.severalCorrect': 'Le format ne contient que des questions à une seule réponse correcte.',
  'export.textNotHeld': 'Le texte ne peut pas être écrit dans ce format.',
  'export.imagesNotHeld': 'Le format ne contient pas d’images ; elles ont été omises.',
  'export.formattingNotHeld': 'Le format ne contient pas de mise en forme ; seules les lettres restent.',
  'export.referencesNotHeld':
    'Le format ne contient pas de références bibliographiques ; elles ont été omises.',
};

/** What each finding says in each language; parameters stand in double braces. */
export const findingTexts: Record<Language, Record<FindingCode, string>> = { ro, en, fr };

/** Types of questions that files name in words of their own; any other is shown as the file calls it. */
const typeNames: Record<Language, Readonly<Record<string, string>>> = {
  ro: {
    essay: 'eseu',
    shortanswer: 'răspuns scurt',
    numerical: 'numeric',
    matching: 'potrivire',
    description: 'text fără întrebare',
    noInteraction: 'text fără întrebare',
    cloze: 'text cu goluri',
  },
  en: {
    essay: 'essay',
    shortanswer: 'short answer',
    numerical: 'numerical',
    matching: 'matching',
    description: 'text without a question',
    noInteraction: 'text without a question',
    cloze: 'text with gaps',
  },
  fr: {
    essay: 'rédaction',
    shortanswer: 'réponse courte',
    numerical: 'numérique',
    matching: 'appariement',
    description: 'texte sans question',
    noInteraction: 'texte sans question',
    cloze: 'texte à trous',
  },
};

/** A finding in the words of a language. */
export function findingText({ code, params }: Finding, language: Language): string {
  const type = typeNames[language][String(params.type)];
  const said: Finding['params'] = type === undefined ? params : { ...params, type };
  return findingTexts[language][code].replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
    String(said[name] ?? ''),
  );
}

/** The sheets of the template a teacher downloads: names, an example and how to fill it in. */
export const templateTexts: Record<
  Language,
  { questions: string; guide: string; example: string; lines: readonly string[] }
> = {
  ro: {
    questions: 'Întrebări',
    guide: 'Explicații',
    example: 'Exemplu',
    lines: [
      'Fiecare rând este o întrebare. Completați foaia „Întrebări”; foaia „Exemplu” arată una completată.',
      'Capitol: codul capitolului; poate rămâne gol, dacă se alege capitolul la import.',
      'Sunt necesare cel puțin 5 răspunsuri corecte și 5 greșite; adăugați coloane (Corect 6, Greșit 6…) pentru mai multe.',
      'Punctaj: dacă rămâne gol, întrebarea primește 10 puncte.',
      'Formatare: H~2~O pentru indice, x^2^ pentru exponent, **aldin**, *cursiv*; indicii, exponenții, aldinele și cursivele puse în Excel se păstrează. Semnele înseși se scriu cu \\ înainte.',
      'Coloane opționale: Denumire; Imagine (numele fișierului); pentru un răspuns: „Corect 1 sursă”, „Corect 1 pagină”, „Corect 1 imagine”, la fel pentru „Greșit 1”.',
      'Pentru imagini, puneți acest fișier și imaginile într-o arhivă .zip și încărcați arhiva.',
      'Ordinea coloanelor nu contează; capul de tabel poate fi în română, engleză sau franceză.',
    ],
  },
  en: {
    questions: 'Questions',
    guide: 'How to fill in',
    example: 'Example',
    lines: [
      'Each row is one question. Fill in the sheet “Questions”; the sheet “Example” shows one filled in.',
      'Chapter: the code of the chapter; it may stay empty when the chapter is chosen during the import.',
      'At least 5 correct and 5 wrong answers are needed; add columns (Correct 6, Wrong 6…) for more.',
      'Points: a question whose points are left empty gets 10.',
      'Formatting: H~2~O for a subscript, x^2^ for a superscript, **bold**, *italic*; subscripts, superscripts, bold and italic set in Excel are kept. The signs themselves are written with \\ in front.',
      'Optional columns: Name; Image (the name of the file); for an answer “Correct 1 source”, “Correct 1 page”, “Correct 1 image”, likewise for “Wrong 1”.',
      'For images, put this file and the images into one .zip archive and upload the archive.',
      'The columns may stand in any order; the headings may be in Romanian, English or French.',
    ],
  },
  fr: {
    questions: 'Questions',
    guide: 'Mode d’emploi',
    example: 'Exemple',
    lines: [
      'Chaque ligne est une question. Remplissez la feuille « Questions » ; la feuille « Exemple » en montre une remplie.',
      'Chapitre : le code du chapitre ; il peut rester vide si le chapitre est choisi lors de l’import.',
      'Il faut au moins 5 réponses correctes et 5 fausses ; ajoutez des colonnes (Correct 6, Faux 6…) pour en donner plus.',
      'Points : une question dont les points restent vides en reçoit 10.',
      'Mise en forme : H~2~O pour un indice, x^2^ pour un exposant, **gras**, *italique* ; les indices, exposants, gras et italiques mis dans Excel sont conservés. Les signes eux-mêmes s’écrivent précédés de \\.',
      'Colonnes facultatives : Nom ; Image (le nom du fichier) ; pour une réponse « Correct 1 source », « Correct 1 page », « Correct 1 image », de même pour « Faux 1 ».',
      'Pour les images, mettez ce fichier et les images dans une archive .zip et envoyez l’archive.',
      'L’ordre des colonnes est libre ; les en-têtes peuvent être en roumain, en anglais ou en français.',
    ],
  },
};

/** The question of the example sheet: chemistry that nobody will take for their own. */
export const templateExample: Record<
  Language,
  { text: string; correct: readonly string[]; wrong: readonly string[]; source: string }
> = {
  ro: {
    text: 'Care dintre următoarele substanțe conțin **oxigen**?',
    correct: ['H~2~O', 'CO~2~', 'H~2~SO~4~', 'NaOH', 'CaCO~3~'],
    wrong: ['NaCl', 'NH~3~', 'CH~4~', 'HCl', 'H~2~S'],
    source: 'Manual de chimie',
  },
  en: {
    text: 'Which of the following substances contain **oxygen**?',
    correct: ['H~2~O', 'CO~2~', 'H~2~SO~4~', 'NaOH', 'CaCO~3~'],
    wrong: ['NaCl', 'NH~3~', 'CH~4~', 'HCl', 'H~2~S'],
    source: 'Textbook of chemistry',
  },
  fr: {
    text: 'Lesquelles des substances suivantes contiennent de l’**oxygène** ?',
    correct: ['H~2~O', 'CO~2~', 'H~2~SO~4~', 'NaOH', 'CaCO~3~'],
    wrong: ['NaCl', 'NH~3~', 'CH~4~', 'HCl', 'H~2~S'],
    source: 'Manuel de chimie',
  },
};
