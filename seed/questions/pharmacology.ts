/** Written for the demo. Line prefixes: # chapter, ? question, @ image, + correct, - false; {…} is a reference. */
export const pharmacology = `
# F1 | Farmacologie generală
? Care dintre următoarele procese fac parte din farmacocinetică?
+ absorbția medicamentului din tubul digestiv {Curs de farmacologie generală; 14}
+ distribuția în țesuturi {Curs de farmacologie generală; 19}
+ legarea de proteinele plasmatice
+ metabolizarea hepatică
+ eliminarea renală
- activarea receptorului de către agonist
- inhibarea unei enzime-țintă
- deschiderea unui canal ionic de către medicament
- antagonismul competitiv la nivelul receptorului
- desensibilizarea receptorilor

? Administrarea intravenoasă a unui medicament:
+ are biodisponibilitate de 100 %
+ ocolește primul pasaj hepatic
+ permite ajustarea rapidă a dozei
+ este posibilă la pacientul inconștient
+ produce un efect care se instalează rapid
- se poate face cu soluții uleioase
- se poate face cu suspensii de particule mari
- depinde de motilitatea tubului digestiv
- presupune absorbția prin mucoasa gastrică
- permite îndepărtarea medicamentului prin provocarea vărsăturilor

? Care căi de administrare evită primul pasaj hepatic?
+ sublinguală
+ intravenoasă
+ transdermică
+ intramusculară
+ inhalatorie
- orală, sub formă de comprimate înghițite
- orală, sub formă de capsule gastrorezistente
- orală, sub formă de sirop
- orală, sub formă de pulbere dizolvată în apă
- prin sondă nazogastrică

? Figura arată curba doză–efect a unui agonist singur (linia continuă) și în prezența unei cantități fixe de antagonist (linia întreruptă). Care afirmații sunt adevărate?
@ dose-response
+ antagonistul este competitiv și reversibil {Curs de farmacologie generală; 41}
+ efectul maxim al agonistului se păstrează
+ doza de agonist care produce jumătate din efect crește
+ o doză destul de mare de agonist învinge antagonistul
+ cele două substanțe concurează pentru același situs al receptorului
- antagonistul scade efectul maxim al agonistului
- antagonistul s-a legat ireversibil de receptor
- potența aparentă a agonistului a crescut
- antagonistul are aceeași activitate intrinsecă precum agonistul
- curba agonistului s-a deplasat spre stânga

? Figura arată, pe scară logaritmică, concentrația plasmatică a unui medicament după o doză intravenoasă unică. Care afirmații sunt adevărate?
@ elimination
+ eliminarea urmează o cinetică de ordinul întâi
+ în unitatea de timp se elimină o fracțiune constantă din medicament
+ timpul de înjumătățire nu depinde de doză
+ clearance-ul este constant
+ după cinci timpi de înjumătățire s-a eliminat circa 97 % din doză
- eliminarea urmează o cinetică de ordinul zero
- în unitatea de timp se elimină o cantitate constantă de medicament
- timpul de înjumătățire crește odată cu doza
- sistemele de eliminare sunt saturate
- pe o scară aritmetică, scăderea ar fi tot o dreaptă

? Care dintre următoarele sunt inductori enzimatici ai citocromului P450?
+ rifampicina
+ fenobarbitalul
+ carbamazepina
+ fenitoina
+ preparatele de sunătoare (*Hypericum perforatum*)
- ketoconazolul
- claritromicina
- cimetidina
- ritonavirul
- sucul de grepfrut

# F2 | Sistemul nervos vegetativ
? Care dintre următoarele sunt reacții adverse posibile ale propranololului?
+ bradicardia
+ bronhospasmul
+ blocul atrioventricular
+ mascarea simptomelor de hipoglicemie
+ răcirea extremităților
- bronhodilatația
- creșterea contractilității miocardului
- accelerarea conducerii atrioventriculare
- tahicardia sinusală
- declanșarea crizei tireotoxice

? Atropina, în doze terapeutice, produce:
+ midriază
+ tahicardie
+ uscăciunea gurii
+ scăderea motilității intestinale
+ scăderea secrețiilor bronșice
- mioză
- hipersalivație
- bronhoconstricție
- diaree
- creșterea secreției sudorale

? Care dintre următoarele sunt indicații ale adrenalinei?
+ șocul anafilactic
+ stopul cardiac
+ prelungirea efectului anestezicelor locale
+ hemostaza locală la nivelul mucoaselor
+ laringita acută obstructivă, prin nebulizare
- criza hipertensivă
- feocromocitomul
- glaucomul cu unghi închis
- tahicardia ventriculară cu puls
- angina pectorală instabilă

? Care dintre următoarele substanțe sunt agoniști selectivi ai receptorilor β~2~-adrenergici?
+ salbutamolul
+ terbutalina
+ salmeterolul
+ formoterolul
+ indacaterolul
- propranololul
- fenilefrina
- clonidina
- dobutamina
- noradrenalina

# F3 | Medicația aparatului cardiovascular
? Care dintre următoarele sunt reacții adverse ale inhibitorilor enzimei de conversie?
+ tusea seacă {Curs de farmacologie cardiovasculară; 62}
+ hiperkaliemia
+ angioedemul
+ hipotensiunea la prima doză
+ scăderea filtrării glomerulare în stenoza bilaterală de arteră renală
- hipokaliemia
- hiperplazia gingivală
- cinconismul
- hirsutismul
- blocul atrioventricular complet

? Digoxina:
+ inhibă Na^+^/K^+^-ATP-aza
+ crește forța de contracție a miocardului
+ încetinește conducerea atrioventriculară
+ este mai toxică în prezența hipokaliemiei
+ se elimină predominant renal
- stimulează Na^+^/K^+^-ATP-aza
- scade concentrația de Ca^2+^ din celulele miocardice
- accelerează conducerea atrioventriculară
- are un indice terapeutic larg
- este contraindicată în fibrilația atrială cu alură ventriculară rapidă

? Heparina nefracționată:
+ acționează prin intermediul antitrombinei
+ se monitorizează prin timpul de tromboplastină parțial activat
+ are ca antidot sulfatul de protamină
+ poate produce trombocitopenie
+ nu traversează placenta
- se administrează oral
- are ca antidot vitamina K
- se monitorizează prin INR
- începe să acționeze după trei până la cinci zile
- este teratogenă în primul trimestru de sarcină

? Care dintre următoarele medicamente cresc eliminarea renală de potasiu?
+ furosemidul
+ torasemidul
+ hidroclorotiazida
+ indapamida
+ clortalidona
- spironolactona
- eplerenona
- amiloridul
- triamterenul
- finerenona

? Statinele:
+ inhibă HMG-CoA-reductaza
+ cresc numărul receptorilor hepatici pentru LDL
+ pot produce mialgii
+ pot crește transaminazele serice
+ scad LDL-colesterolul
- inhibă absorbția intestinală a colesterolului
- leagă acizii biliari în intestin
- activează receptorii PPAR-α
- cresc sinteza hepatică a colesterolului
- se administrează numai injectabil

# F4 | Medicația antiinfecțioasă
? Care dintre următoarele antibiotice inhibă sinteza peretelui bacterian?
+ amoxicilina
+ ceftriaxona
+ meropenemul
+ vancomicina
+ aztreonamul
- gentamicina
- doxiciclina
- azitromicina
- ciprofloxacina
- clindamicina

? Aminoglicozidele:
+ sunt nefrotoxice
+ sunt ototoxice
+ au efect bactericid
+ se leagă de subunitatea ribozomală 30S
+ pot accentua blocul neuromuscular
- se absorb bine după administrare orală
- sunt eficace față de bacteriile strict anaerobe
- inhibă sinteza peptidoglicanului
- au efect exclusiv bacteriostatic
- ating în lichidul cefalorahidian concentrații egale cu cele plasmatice

? Care dintre următoarele sunt reacții adverse ale fluorochinolonelor?
+ tendinita și ruptura de tendon
+ alungirea intervalului QT
+ fototoxicitatea
+ neuropatia periferică
+ hipoglicemia sau hiperglicemia
- colorarea permanentă a dinților
- sindromul copilului cenușiu
- sindromul omului roșu la perfuzare rapidă
- colorarea în portocaliu a urinei și a lacrimilor
- nevrita optică dependentă de doză, cu discromatopsie

? Care dintre următoarele medicamente se folosesc în tratamentul tuberculozei?
+ izoniazida
+ rifampicina
+ pirazinamida
+ etambutolul
+ bedaquilina
- amoxicilina administrată singură
- fluconazolul
- metronidazolul
- cefazolina
- nitrofurantoina

# F5 | Sistemul nervos central și durerea
? Care dintre următoarele sunt efecte ale benzodiazepinelor?
+ efectul anxiolitic
+ efectul anticonvulsivant
+ efectul miorelaxant
+ efectul sedativ-hipnotic
+ amnezia anterogradă
- efectul antipsihotic
- efectul antipiretic
- efectul antiinflamator
- efectul antitusiv
- stimularea centrului respirator

? Morfina produce:
+ analgezie
+ mioză
+ deprimarea respirației
+ constipație
+ dependență
- midriază
- diaree
- stimularea centrului respirator
- efect antiinflamator
- inhibarea ciclooxigenazei

? Acidul acetilsalicilic:
+ inhibă ireversibil ciclooxigenaza
+ în doze mici are efect antiagregant plachetar
+ crește riscul de ulcer gastric
+ se evită la copiii cu viroze, din cauza sindromului Reye
+ poate declanșa bronhospasm la persoanele sensibile
- inhibă ciclooxigenaza numai pentru câteva minute
- are ca antidot N-acetilcisteina
- stimulează agregarea plachetară
- este analgezicul de elecție la copilul cu varicelă
- scade riscul de sângerare digestivă
`;
