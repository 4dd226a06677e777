/** Cum se încheie un examen și ce îi poate sta în cale. */
export const examEnd = {
  endingTitle: 'Se predă',
  endingTimeTitle: 'Timpul a expirat',
  endingSending: 'Se trimit ultimele răspunsuri. Lasă pagina deschisă.',
  endingHandingIn: 'Răspunsurile se predau.',
  endingWaiting_one:
    'Fără conexiune. {{count}} răspuns așteaptă pe acest calculator și se trimite imediat ce revine. Lasă pagina deschisă și anunță supraveghetorul.',
  endingWaiting_few:
    'Fără conexiune. {{count}} răspunsuri așteaptă pe acest calculator și se trimit imediat ce revine. Lasă pagina deschisă și anunță supraveghetorul.',
  endingWaiting_other:
    'Fără conexiune. {{count}} de răspunsuri așteaptă pe acest calculator și se trimit imediat ce revine. Lasă pagina deschisă și anunță supraveghetorul.',
  endingAway: 'Fără conexiune. Examenul se predă imediat ce revine. Lasă pagina deschisă.',
  keepWorking: 'Continuă lucrul',
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
};
