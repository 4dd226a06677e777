import type { FindingCode } from '#domain/imports/findings.ts';

/** The text of each finding about a question file; parameters are in double braces. */
export const importFindings: Record<FindingCode, string> = {
  'import.fileEmpty': 'Le fichier est vide.',
  'import.fileTooLarge': 'Le fichier est trop volumineux ; {{megabytes}} Mo au plus sont acceptés.',
  'import.formatUnknown':
    'Ce n’est pas un fichier de questions connu : Excel (.xlsx), CSV, Moodle XML, GIFT, Aiken ou QTI.',
  'import.oldExcel': 'C’est un ancien fichier Excel (.xls). Enregistrez-le en .xlsx et envoyez-le à nouveau.',
  'import.wordDocument':
    'C’est un document Word ; les questions n’y sont pas lues. Mettez-les dans le modèle Excel, ou dans un fichier texte GIFT ou Aiken.',
  'import.xmlBroken': 'Le XML est incorrect à la ligne {{line}}.',
  'import.xmlDoctype': 'Le XML déclare son propre type de document ; par sécurité, il n’est pas lu.',
  'import.xmlTooDeep': 'Les éléments sont imbriqués sur plus de {{max}} niveaux.',
  'import.xmlTooLarge': 'Le XML contient trop d’éléments.',
  'import.zipBroken': 'L’archive est endommagée ou compressée d’une manière inconnue.',
  'import.zipEncrypted': 'L’archive est protégée par un mot de passe.',
  'import.zipTooLarge': 'L’archive décompressée est trop volumineuse.',
  'import.zipPath': 'L’archive contient un fichier dont le chemin n’est pas autorisé : {{name}}.',
  'import.zipRepeated':
    'L’archive contient plusieurs fichiers du même nom : {{name}}. Renommez-les et refaites l’archive.',
  'import.workbookBroken': 'Le classeur Excel ne peut pas être lu.',
  'import.csvBroken': 'Le fichier CSV est incorrect à la ligne {{line}}.',
  'import.headerMissing':
    'L’en-tête manque : il faut au moins les colonnes Question, Correct 1 et Faux 1, comme dans le modèle.',
  'import.columnRepeated':
    'Deux colonnes disent la même chose que « {{column}} » ; gardez-en une, ou numérotez-les (Correct 1, Correct 2…).',
  'import.noQuestions': 'Le fichier ne contient aucune question.',
  'import.tooManyQuestions': 'Le fichier contient plus de {{max}} questions ; divisez-le.',
  'import.tooManyStudents': 'Le fichier contient plus de {{max}} lignes ; divisez-le.',
  'import.noStudents': 'Le fichier ne contient aucun étudiant.',
  'import.noStudentTable':
    'Ce n’est pas un tableau d’étudiants : il faut un fichier Excel (.xlsx) ou CSV avec les onze colonnes du modèle.',
  'import.tooHeavy':
    'Le fichier demande plus de temps ou de mémoire que ce qui est permis ; divisez-le en fichiers plus petits.',
  'import.encodingGuessed':
    'Le fichier n’est pas en UTF-8 ; il a été lu comme {{encoding}}. Vérifiez les accents.',
  'import.bytesBroken': 'Le fichier contient des octets incorrects, remplacés par « � » : {{count}}.',
  'import.fileNotRead':
    'Ce fichier de l’archive ne contient pas de questions dans un format connu ; il n’a pas été lu.',
  'import.filesNotRead': 'Autres fichiers de l’archive qui n’ont pas été lus : {{count}}.',
  'import.twinNotRead': 'Ce fichier contient les mêmes questions que {{other}}, qui a été lu à sa place.',
  'import.itemsElsewhere':
    'Le fichier renvoie à des questions qu’il ne contient pas : {{names}}. Vérifiez que leur fichier est importé aussi.',
  'import.columnMissing': 'La colonne « {{column}} » manque.',
  'import.otherSheets': 'Une seule feuille est lue ; celles-ci ne l’ont pas été : {{sheets}}.',
  'import.mergedCells': 'Les cellules fusionnées ont été prises comme si chacune portait la valeur.',
  'import.macrosIgnored':
    'Le fichier contient des macros ; elles ne sont pas exécutées, seules les cellules sont lues.',
  'import.notesDropped': 'Le fichier contient des commentaires de cellules ; ils ne sont pas importés.',
  'import.columnUnknown': 'La colonne « {{column}} » est inconnue et n’est pas importée.',
  'import.columnNotRead':
    'La colonne « {{column}} » dit la même chose que « {{other}} » et n’est pas importée.',

  'import.unsupportedType':
    'Les questions de type « {{type}} » ne peuvent pas être importées ; seules les questions à choix le peuvent.',
  'import.itemFileBroken': 'Le fichier {{file}} du paquet est incorrect à la ligne {{line}}.',
  'import.itemFileMissing': 'Le paquet cite le fichier {{file}}, mais ne le contient pas.',
  'import.bracesUnbalanced': 'Les accolades des réponses ne se correspondent pas.',
  'import.answersTwice':
    'La question a plusieurs fois des réponses entre accolades. S’il s’agit de plusieurs questions, mettez une ligne vide entre elles.',
  'import.answerLineMissing': 'La ligne ANSWER manque.',
  'import.answerLinesDiffer': 'La question a plusieurs lignes ANSWER qui se contredisent.',
  'import.choicesMissing': 'La question n’a pas de choix.',
  'import.letterUnexpected':
    'Une ligne commence comme le choix {{letter}}, alors que le choix {{expected}} est attendu. Mettez les lettres dans l’ordre, ou joignez la ligne à la précédente.',
  'import.optionBelowAnswer':
    'Le choix {{letter}} est sous la ligne ANSWER. Placez-le au-dessus, ou une ligne vide entre les deux si la question suivante y commence.',
  'import.rowShifted':
    'La ligne ne correspond pas à l’en-tête, près de « {{text}} » : une cellule n’a pas de titre de colonne. Un séparateur dans un texte a peut-être décalé la ligne (mettez ce texte entre guillemets) ; sinon, donnez un titre à la colonne.',
  'import.formulaEmpty':
    'Une formule de la ligne n’a pas de valeur enregistrée. Ouvrez le fichier dans un tableur, enregistrez-le et envoyez-le à nouveau.',
  'import.answerUnknown': 'La réponse correcte « {{answer}} » n’est pas parmi les choix.',
  'import.templated': 'La question est composée de variables ; elle ne peut pas être importée.',
  'import.alternativeKeys':
    'Le fichier accepte plusieurs combinaisons de réponses ; ici une question n’a qu’un seul corrigé.',
  'import.keyUnclear':
    'Les règles de notation du fichier ne permettent pas de savoir avec certitude quelles réponses sont correctes.',
  'import.scoringUnknown':
    'Les points sont comptés dans la variable « {{variable}} », qui n’est pas connue ; elle ne permet pas de déterminer les réponses correctes.',
  'import.stimulusMissing':
    'Le texte commun de la question ({{name}}) n’est pas dans le fichier ; envoyez le paquet entier.',
  'import.textEmpty': 'La question n’a pas de texte.',
  'import.textTooLong': 'Le texte de la question dépasse {{max}} caractères.',
  'import.answerTooLong': 'Une réponse dépasse {{max}} caractères.',
  'import.tooManyAnswers': 'La question a plus de {{max}} réponses.',
  'import.noCorrect': 'Aucune réponse n’est correcte.',
  'import.noWrong': 'Aucune réponse n’est fausse.',
  'import.tooFewCorrect': 'Il faut au moins 5 réponses correctes ; il en manque {{missing}}.',
  'import.tooFewWrong': 'Il faut au moins 5 réponses fausses ; il en manque {{missing}}.',
  'import.contradictoryAnswer':
    'La réponse « {{answer}} » est donnée à la fois comme correcte et comme fausse.',
  'import.pointsInvalid': 'Les points « {{value}} » ne sont pas un nombre positif.',
  'import.imageNotGiven':
    'L’image {{name}} n’a pas été envoyée ; mettez le tableau et ses images dans une archive .zip.',
  'import.imageNeeded':
    'L’image {{name}} est inutilisable et, sans elle, la question ou une réponse n’a pas de sens.',
  'import.chapterUnknown': 'La discipline n’a pas de chapitre « {{chapter}} ».',
  'import.chapterMissing': 'Aucun chapitre n’est choisi.',
  'import.notWritten': 'La question n’a pas pu être ajoutée à la banque de questions.',

  'import.rowShort':
    'La ligne se termine trop tôt : colonnes données {{cells}} sur {{columns}}, les autres ont été lues comme vides. Un saut de ligne dans un texte l’a peut-être coupée (mettez ce texte entre guillemets).',
  'import.incompletePool':
    'Question incomplète (correctes : {{correct}}, fausses : {{wrong}}) : elle ne peut être posée que telle quelle, et la modifier en exigera 5 et 5.',
  'import.partialCredit': 'Les points partiels par réponse ne sont pas conservés.',
  'import.keyContradicted':
    'Le fichier indique {{answers}} comme correct, mais n’accorde pas de points ; il est importé comme correct. Vérifiez le corrigé.',
  'import.alternativeAnswers':
    'Le fichier accepte l’une ou l’autre de plusieurs réponses ; toutes sont importées comme correctes.',
  'import.penaltyIgnored':
    'Les points négatifs ne sont pas conservés ; ils relèvent du mode de notation de la session.',
  'import.feedbackDropped':
    'Les explications ne sont pas importées ; seules les références bibliographiques le sont (« Titre, p. 12 »).',
  'import.tagsDropped': 'Les étiquettes ne sont pas importées : {{tags}}.',
  'import.instructionsDropped': 'Les consignes ne sont pas importées : « {{text}} ».',
  'import.duplicateAnswer': 'La réponse « {{answer}} » apparaît plusieurs fois ; elle est importée une fois.',
  'import.answerEmpty': 'Une réponse vide a été omise.',
  'import.answerUnmarked':
    'La réponse « {{answer}} » n’est précédée ni de = ni de ~ ; elle est importée comme fausse, comme dans Moodle. Vérifiez-la.',
  'import.equalsUnescaped':
    'Près de « {{answer}} » se trouve un signe = sans \\ devant ; il peut faire partie du texte ou commencer une réponse correcte. Vérifiez les réponses.',
  'import.paragraphsJoined':
    'Le texte au-dessus, séparé par une ligne vide, a été joint à la question : « {{text}} ». Vérifiez qu’il en fait partie.',
  'import.paragraphUnclear':
    '« {{text}} » est séparé de la question par une ligne vide et appartient peut-être à la précédente. Supprimez la ligne vide ou donnez un nom à la question (::nom::).',
  'import.explanationAbove':
    '« {{text}} » appartient peut-être à l’explication de la question précédente. Supprimez la ligne vide entre ce texte et ce à quoi il se rattache.',
  'import.severalLetters':
    'La ligne ANSWER a plusieurs lettres, ce qu’Aiken ne prévoit pas ; toutes ont été prises comme correctes.',
  'import.markScaled': 'La valeur {{mark}} du fichier devient {{points}} points (1 signifie 10 points).',
  'import.markIgnored':
    'La valeur {{mark}} du fichier ne peut pas être convertie en points ; la question reçoit le nombre de points habituel.',
  'import.itemSplit':
    'La question du fichier a plusieurs parties ; celle-ci est la partie {{part}} sur {{parts}}.',
  'import.imageMissing': 'L’image {{name}} manque dans le fichier.',
  'import.imageAmbiguous':
    'Le fichier contient plusieurs images nommées {{name}} ; on ne peut pas savoir laquelle est la bonne, elle a donc été omise.',
  'import.imageExternal': 'L’image {{address}} se trouve sur internet et n’est pas récupérée.',
  'import.imageUnsupported':
    'L’image {{name}} n’est pas au format PNG, JPEG, GIF, WebP, BMP, TIFF ou AVIF et a été omise.',
  'import.imageTooLarge': 'L’image {{name}} est trop volumineuse et a été omise.',
  'import.imagesLeftOut': 'Une question et une réponse ont une image chacune ; images omises : {{count}}.',
  'import.imageOnly': 'Il n’y avait qu’une image à la place du texte ; un texte a été ajouté.',
  'import.backgroundDropped': 'Une image d’arrière-plan a été omise : {{name}}.',
  'import.mediaDropped': 'Le contenu audio, vidéo ou incorporé a été omis.',
  'import.hiddenTextDropped':
    'Un texte que les navigateurs n’affichent pas a été omis : « {{text}} ». Vérifiez.',
  'import.linkDropped': 'L’adresse d’un lien n’est pas conservée : {{address}}.',
  'import.shortened': 'Une référence ou un nom de chapitre est trop long et a été raccourci : « {{text}} ».',
  'import.strikeDropped': 'Le texte barré n’est pas conservé comme tel ; les mots restent.',
  'import.underlineDropped': 'Le soulignement n’est pas conservé ; les mots restent.',
  'import.colourDropped': 'Les couleurs des mots ne sont pas conservées ; les mots restent.',
  'import.severalLanguages':
    'Le texte existe en plusieurs langues ; toutes ont été conservées, séparées par /.',
  'import.activeContentRemoved': 'Du code exécutable a été retiré du texte.',
  'import.formulaValue': 'La ligne contient des formules ; leur dernière valeur a été prise.',
  'import.dateCell':
    'Une cellule de la ligne contient une date ; le tableur l’a peut-être tirée d’un texte comme « 1-5 ». Vérifiez.',
  'import.numberFormat': 'Le tableur affiche le nombre {{value}} sous une autre forme. Vérifiez-le.',
  'import.symbolFont':
    'Les caractères de la police Symbol ont été lus comme les signes qu’ils montrent : {{characters}}.',
  'import.dingbatFont':
    'Ces lettres sont dans une police de signes comme Wingdings et ont été conservées telles quelles : {{characters}}. Vérifiez-les.',
  'import.charactersDropped': 'Des caractères invisibles ou de contrôle ont été omis : {{characters}}.',
  'import.controlsRead':
    'Des caractères de contrôle ont été lus comme les signes de windows-1252 : {{characters}}. Vérifiez-les.',
  'import.apostropheRemoved':
    'L’apostrophe devant =, +, - ou @ a été retirée ; elle ne fait que protéger le tableur.',
  'import.repeatedInFile': 'Le texte est le même que celui de la question {{position}} du fichier.',
  'import.inBank': 'La discipline a déjà une question avec le même texte (n° {{question}}).',

  'export.severalCorrect': 'Le format n’admet que des questions à une seule réponse correcte.',
  'export.textNotHeld': 'Le texte ne peut pas être écrit dans ce format.',
  'export.imagesNotHeld': 'Le format n’admet pas d’images ; elles ont été omises.',
  'export.formattingNotHeld': 'Le format n’admet pas de mise en forme ; seul le texte reste.',
  'export.linesNotHeld': 'Le format ne conserve pas les sauts de ligne ; le texte est sur une seule ligne.',
  'export.pointsNotHeld': 'Le format ne conserve pas les points ({{points}}) ; ils ont été omis.',
  'export.referencesNotHeld': 'Le format n’admet pas de références bibliographiques ; elles ont été omises.',
};

/** The names of known question types; any other type is shown by its name in the file. */
export const questionTypes: Readonly<Record<string, string>> = {
  essay: 'rédaction',
  shortanswer: 'réponse courte',
  numerical: 'numérique',
  matching: 'appariement',
  description: 'texte sans question',
  noInteraction: 'texte sans question',
  cloze: 'texte à trous',
};
