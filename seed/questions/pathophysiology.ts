/** Written for the demo. The line prefixes are explained in pharmacology.ts. */
export const pathophysiology = `
# P1 | Inflamația, șocul, hipersensibilitatea
? Care dintre următoarele sunt semne cardinale ale inflamației acute?
+ roșeața
+ căldura locală
+ tumefacția
+ durerea
+ pierderea funcției
- paloarea
- răcirea locală
- fibroza
- calcificarea
- atrofia

? Care dintre următorii mediatori ai inflamației derivă din acidul arahidonic?
+ prostaglandina E~2~
+ tromboxanul A~2~
+ leucotriena B~4~
+ prostaciclina
+ lipoxina A~4~
- histamina
- bradikinina
- serotonina
- interleukina 1
- factorul de necroză tumorală α

? În șocul hipovolemic se întâlnesc:
+ scăderea presarcinii {Lucrări practice de fiziopatologie; 27}
+ tahicardia
+ vasoconstricția periferică
+ oliguria
+ creșterea lactatului seric
- creșterea presiunii venoase centrale
- extremitățile calde
- poliuria
- scăderea rezistenței vasculare periferice ca mecanism primar
- creșterea presiunii capilare pulmonare

? Reacțiile de hipersensibilitate de tip I:
+ sunt mediate de anticorpi IgE
+ implică degranularea mastocitelor
+ eliberează histamină
+ apar la câteva minute de la contactul cu alergenul
+ pot merge până la șoc anafilactic
- sunt mediate de limfocite T citotoxice
- se produc prin depunerea de complexe imune circulante
- apar după 48–72 de ore
- includ reacția la tuberculină
- includ anemia hemolitică autoimună

# P2 | Aparatul cardiovascular
? Priviți traseul electrocardiografic din figură (derivația II). Care afirmații sunt adevărate?
@ ecg-sinus
+ ritmul este regulat
+ fiecare complex QRS este precedat de o undă P
+ undele P sunt pozitive
+ undele T sunt pozitive
+ traseul este compatibil cu un ritm sinusal
- undele P lipsesc
- traseul arată o fibrilație atrială
- complexele QRS sunt largi și deformate
- se văd unde de flutter „în dinți de fierăstrău”
- undele P și complexele QRS apar fără legătură între ele

? Priviți traseul electrocardiografic din figură (derivația II). Care afirmații sunt adevărate?
@ ecg-fibrillation
+ intervalele R–R sunt inegale
+ undele P lipsesc
+ linia de bază este ondulată neregulat
+ contracția atrială eficientă s-a pierdut
+ riscul de embolie sistemică este crescut
- fiecare complex QRS este precedat de o undă P
- intervalele R–R sunt egale
- traseul arată un ritm sinusal normal
- traseul arată o asistolă
- traseul arată o tahicardie ventriculară cu complexe largi

? Care dintre următoarele sunt manifestări ale stazei pulmonare din insuficiența cardiacă stângă?
+ dispneea de efort
+ ortopneea
+ dispneea paroxistică nocturnă
+ ralurile crepitante bazale
+ edemul pulmonar acut
- turgescența jugularelor
- hepatomegalia de stază
- edemele gambiere
- ascita
- refluxul hepatojugular

? Care dintre următoarele sunt mecanisme compensatorii în insuficiența cardiacă?
+ activarea sistemului nervos simpatic
+ activarea sistemului renină–angiotensină–aldosteron
+ eliberarea de peptide natriuretice
+ hipertrofia ventriculară
+ mecanismul Frank–Starling
- scăderea secreției de renină
- scăderea secreției de aldosteron
- scăderea secreției de vasopresină
- inhibarea sistemului nervos simpatic
- scăderea volumului circulant prin poliurie

# P3 | Aparatul respirator
? Figura arată volumul de aer expirat forțat în timp la un om sănătos (linia continuă) și la un bolnav (linia întreruptă). Care afirmații despre bolnav sunt adevărate?
@ spirometry
+ are o disfuncție ventilatorie obstructivă
+ volumul expirat în prima secundă este scăzut
+ raportul dintre volumul expirat în prima secundă și capacitatea vitală forțată este scăzut
+ expirul este prelungit
+ aspectul este compatibil cu bronhopneumopatia obstructivă cronică
- are o disfuncție ventilatorie pur restrictivă
- raportul dintre volumul expirat în prima secundă și capacitatea vitală forțată este crescut
- aspectul este tipic pentru fibroza pulmonară
- expirul se încheie mai repede decât la omul sănătos
- volumul expirat în prima secundă este mai mare decât la omul sănătos

? În care dintre următoarele situații hipoxemia se însoțește de un gradient alveolo-arterial de oxigen crescut?
+ pneumonia
+ embolia pulmonară
+ edemul pulmonar
+ fibroza pulmonară
+ șuntul dreapta–stânga
- altitudinea înaltă
- hipoventilația din supradozajul de opioide, cu plămân normal
- hipoventilația din miastenia gravis, cu plămân normal
- hipoventilația prin leziune a centrului respirator, cu plămân normal
- scăderea presiunii atmosferice în cabina unui avion

# P4 | Echilibrul acido-bazic și hidroelectrolitic
? Care dintre următoarele produc acidoză metabolică cu gaură anionică crescută?
+ cetoacidoza diabetică
+ acidoza lactică
+ intoxicația cu metanol
+ intoxicația cu etilenglicol
+ insuficiența renală avansată
- diareea
- acidoza tubulară renală
- fistula pancreatică
- ureterosigmoidostomia
- perfuzia masivă cu soluție de clorură de sodiu 0,9 %

? Care dintre următoarele pot produce hiperkaliemie?
+ insuficiența renală acută
+ boala Addison
+ tratamentul cu spironolactonă
+ rabdomioliza
+ acidoza metabolică
- vărsăturile repetate
- tratamentul cu furosemid
- hiperaldosteronismul primar
- administrarea de insulină
- administrarea de agoniști β~2~-adrenergici

? Care dintre următoarele sunt manifestări ale hipocalcemiei?
+ semnul Chvostek
+ semnul Trousseau
+ tetania
+ paresteziile peribucale
+ alungirea intervalului QT
- scurtarea intervalului QT
- calculii renali prin hipercalciurie
- poliuria prin diabet insipid nefrogen
- scăderea excitabilității neuromusculare
- calcificarea corneei

# P5 | Metabolismul și glandele endocrine
? Diabetul zaharat de tip 1:
+ apare prin distrugerea autoimună a celulelor β pancreatice
+ se caracterizează prin deficit absolut de insulină
+ are tendință la cetoacidoză
+ necesită tratament cu insulină
+ se însoțește adesea de anticorpi anti-GAD
- are ca mecanism primar rezistența la insulină
- se însoțește de hiperinsulinemie
- se tratează la debut numai prin dietă
- apare de regulă la persoane obeze peste 60 de ani
- se caracterizează prin depozite de amiloid în insulele pancreatice

? Care dintre următoarele sunt manifestări ale hipertiroidismului?
+ scăderea în greutate
+ tahicardia
+ intoleranța la căldură
+ tremorul fin al extremităților
+ accelerarea tranzitului intestinal
- bradicardia
- creșterea în greutate
- intoleranța la frig
- constipația
- încetinirea reflexelor osteotendinoase

? Care dintre următoarele cresc predominant bilirubina neconjugată?
+ anemia hemolitică
+ sindromul Gilbert
+ sindromul Crigler–Najjar
+ icterul fiziologic al nou-născutului
+ eritropoieza ineficientă
- litiaza coledociană
- cancerul de cap de pancreas
- sindromul Dubin–Johnson
- sindromul Rotor
- colangita biliară primitivă
`;
