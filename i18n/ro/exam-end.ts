/** The end of an exam and its interruptions, in Romanian. */
export const examEnd = {
  endingTitle: 'Se predă',
  heldTitle: 'Examenul rămâne deschis',
  endingTimeTitle: 'Timpul a expirat',
  endingSending: 'Se trimit ultimele răspunsuri. Lasă pagina deschisă.',
  endingHandingIn: 'Răspunsurile se predau.',
  endingWaiting_one:
    'Fără conexiune. {{count}} răspuns așteaptă pe acest calculator și se trimite imediat ce revine conexiunea. Lasă pagina deschisă și anunță supraveghetorul.',
  endingWaiting_few:
    'Fără conexiune. {{count}} răspunsuri așteaptă pe acest calculator și se trimit imediat ce revine conexiunea. Lasă pagina deschisă și anunță supraveghetorul.',
  endingWaiting_other:
    'Fără conexiune. {{count}} de răspunsuri așteaptă pe acest calculator și se trimit imediat ce revine conexiunea. Lasă pagina deschisă și anunță supraveghetorul.',
  endingAway: 'Fără conexiune. Examenul se predă imediat ce revine conexiunea. Lasă pagina deschisă.',
  keepWorking: 'Continuă lucrul',
  summaryTitle: 'Înainte de predare',
  summaryOpen: 'Unele întrebări nu au încă răspuns. Alege un număr pentru a reveni la întrebare.',
  summaryOneTick:
    'Toate întrebările au răspuns, dar unele au o singură bifă și primesc 0 puncte. Alege un număr pentru a reveni la întrebare.',
  summaryAllAnswered: 'Toate întrebările au răspuns. Alege un număr pentru a revedea întrebarea.',
  summary_answered: 'Cu răspuns',
  summary_open: 'Fără răspuns',
  summary_oneTick: 'O singură bifă, 0 puncte',
  summary_skipped: 'Dintre acestea sărite',
  summary_forReview: 'De revăzut',
  summary_unsent: 'Încă netrimise',
  summaryNone: 'niciuna',
  summaryToOpen: 'Înapoi la cele fără răspuns',
  partHandedIn: 'Partea {{index}} este predată',
  partNext: 'Urmează:',
  partQuestions_one: '{{count}} întrebare',
  partQuestions_few: '{{count}} întrebări',
  partQuestions_other: '{{count}} de întrebări',
  partTimeLeft: 'timp rămas: {{time}}',
  partTime: 'Timpul curge mai departe.',
  partBegin: 'Începe partea {{index}}',
  takenOverTitle: 'Examenul continuă în altă parte',
  takenOverText:
    'A fost deschis în altă filă sau pe alt calculator. Aici nu se mai poate răspunde; tot ce ai bifat este păstrat.',
  takeBack: 'Continuă aici',
  finishedTitle: 'Examenul este predat',
  finishedText: 'Se deschid rezultatele.',
  late_one:
    '{{count}} răspuns a ajuns la server după final. Este păstrat ca întârziat și arătat celui care decide asupra unei sesizări tehnice.',
  late_few:
    '{{count}} răspunsuri au ajuns la server după final. Sunt păstrate ca întârziate și arătate celui care decide asupra unei sesizări tehnice.',
  late_other:
    '{{count}} de răspunsuri au ajuns la server după final. Sunt păstrate ca întârziate și arătate celui care decide asupra unei sesizări tehnice.',
  toResults: 'Vezi rezultatul',
  signInTitle: 'Autentifică-te din nou',
  signInText:
    'Autentificarea a expirat. Tot ce ai bifat este păstrat pe acest calculator și se trimite imediat ce te autentifici.',
  signInCorrected: 'Dacă adresa ți-a fost corectată între timp, scrie-o pe cea nouă.',
  signInOther: 'Acesta este alt cont. Examenul aparține contului {{email}}.',
  signInLeave: 'Sunt altcineva',
  recorded: 'Ecran înregistrat',
  recordedHint:
    'Apăsările și mișcările de pe această pagină se înregistrează pentru contestații; ce se tastează nu.',
  notRecorded: 'Ecranul nu se înregistrează',
  recordStop: 'Oprește înregistrarea',
  recordStart: 'Înregistrează din nou',
  recordStopTitle: 'Oprești înregistrarea ecranului?',
  recordStopText:
    'Ce s-a înregistrat până acum se păstrează, iar pauza va fi vizibilă. La o contestație vor fi mai puține dovezi. O poți reporni oricând.',
  recordKeep: 'Continuă înregistrarea',
};
