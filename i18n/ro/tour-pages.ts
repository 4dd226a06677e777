/** What the guided tour says about the main screens of each role, in Romanian. */
export const tourPages = {
  ExamSimulationTitle: 'Exersează',
  ExamSimulationText:
    'Alege o disciplină sau un examen întreg. Simularea are același timp și același fel de întrebări; nu apare niciodată printre rezultatele tale.',
  TestTitle: 'Repetiție',
  TestText:
    'Lista arată dacă acest calculator este pregătit. Întrebările de probă funcționează ca la examen și nimic nu se păstrează.',
  ExamsPreviewTitle: 'Rezultatele tale',
  ExamsPreviewText:
    'Punctajul și nota fiecărui examen. Un rând deschide întrebările de îndată ce pot fi arătate.',
  QuestionsTitle: 'Banca de întrebări',
  QuestionsText:
    'Restrânge lista după disciplină și capitol. Un rând deschide întrebarea; istoricul arată cine ce a modificat.',
  DisciplineListTitle: 'Structura examenului',
  DisciplineListText:
    'Deschide o disciplină pentru a stabili câte întrebări cere examenul din fiecare capitol. Totalurile devin roșii, cu motivul, când banca nu ajunge.',
  TeacherExamsTitle: 'Încearcă examenul',
  TeacherExamsText:
    'Un examen de probă pune întrebările pe care le-ar primi un student și nu lasă urme în evidențe.',
  StudentsTitle: 'Studenți',
  StudentsText:
    'Caută după nume, număr matricol sau adresă. La capătul rândului modifici înmatricularea sau tipărești o parolă de unică folosință.',
  DisciplineManageTitle: 'Discipline și capitole',
  DisciplineManageText:
    'O disciplină are titulari și colaboratori; extinde-o pentru a-i gestiona capitolele.',
  ImportsTitle: 'Importuri',
  ImportsText:
    'Trage un fișier aici și vezi ce s-ar importa. Nimic nu se salvează până nu apeși butonul de import.',
  ConfigurationTitle: 'Setări',
  ConfigurationText:
    'Alege un grup. Fiecare setare spune ce schimbă și pentru cine; înainte de salvare vezi ce afectează o modificare.',
};
