/** Written for the demo. The line prefixes are explained in pharmacology.ts. */
export const toxicology = `
# T1 | Toxicologie generală și antidoturi
? Doza letală 50 (DL~50~):
+ este doza care omoară jumătate din animalele de experiență
+ se exprimă de obicei în mg/kg
+ depinde de specie
+ depinde de calea de administrare
+ este mai mică la substanțele mai toxice
- este doza terapeutică maximă la om
- este mai mare la substanțele mai toxice
- este aceeași la toate speciile
- nu depinde de calea de administrare
- este doza la care apare primul efect terapeutic

? Cărbunele activat:
+ adsoarbe toxicul în tubul digestiv
+ este cel mai eficace în prima oră
+ nu leagă eficient sărurile de litiu
+ nu leagă eficient fierul
+ nu se administrează pacientului inconștient cu căi aeriene neprotejate
- se administrează intravenos
- este indicat după ingestia de substanțe caustice
- leagă eficient metanolul
- este antidotul paracetamolului prin refacerea glutationului
- este indicat când există o perforație digestivă

? Care dintre următoarele perechi toxic – antidot sunt corecte?
+ paracetamol – N-acetilcisteină
+ opioide – naloxonă
+ benzodiazepine – flumazenil
+ metanol – fomepizol
+ insecticide organofosforice – atropină
- heparină – vitamina K
- warfarină – protamină
- cianuri – flumazenil
- digoxină – naloxonă
- izoniazidă – fomepizol

? Care dintre următoarele substanțe se îndepărtează eficient prin hemodializă?
+ litiul
+ metanolul
+ etilenglicolul
+ salicilații
+ metformina
- digoxina
- amitriptilina
- diazepamul
- amiodarona
- clorpromazina

# T2 | Intoxicații cu medicamente
? În intoxicația cu paracetamol:
+ metabolitul toxic este N-acetil-p-benzochinonimina
+ rezervele hepatice de glutation se epuizează
+ apare necroză hepatică centrolobulară
+ riscul se apreciază cu nomograma Rumack–Matthew
+ se administrează N-acetilcisteină
- metabolitul toxic se formează prin glucuronoconjugare
- antidotul este flumazenilul
- insuficiența hepatică apare în prima oră
- este inhibată acetilcolinesteraza
- inductorii enzimatici scad toxicitatea

? În intoxicația cu antidepresive triciclice:
+ complexul QRS se lărgește
+ pot apărea convulsii
+ apare tahicardie
+ apare midriază
+ se administrează bicarbonat de sodiu
- antidotul specific este naloxona
- apare mioză punctiformă
- apar hipersalivație și diaree
- hemodializa este foarte eficace
- volumul de distribuție al toxicului este foarte mic

? În intoxicația acută cu salicilați:
+ apare la început alcaloză respiratorie
+ se adaugă acidoză metabolică
+ apare tinitus
+ temperatura corpului poate crește
+ alcalinizarea urinei grăbește eliminarea
- acidifierea urinei grăbește eliminarea
- antidotul specific este flumazenilul
- apare mioză punctiformă
- respirația este rară de la început
- hemodializa nu îndepărtează toxicul

? În intoxicația acută cu heroină:
+ starea de conștiență este alterată până la comă
+ pupilele sunt miotice
+ respirația este deprimată
+ naloxona inversează efectele
+ poate apărea edem pulmonar
- pupilele sunt midriatice de la început
- apare hiperventilație
- flumazenilul inversează efectele
- apare hipertermie severă prin hiperactivitate musculară
- tranzitul intestinal este accelerat

# T3 | Substanțe industriale și casnice
? Monoxidul de carbon:
+ are pentru hemoglobină o afinitate de peste 200 de ori mai mare decât oxigenul
+ formează carboxihemoglobină
+ este un gaz fără miros
+ poate da valori fals normale la pulsoximetru
+ se îndepărtează mai repede prin oxigen hiperbar
- formează methemoglobină
- are miros de migdale amare
- deplasează spre dreapta curba de disociere a oxihemoglobinei
- are ca antidot albastrul de metilen
- irită puternic căile respiratorii, ceea ce previne expunerea

? În intoxicația cu cianuri:
+ este inhibată citocrom-c-oxidaza
+ apare hipoxie histotoxică
+ apare acidoză lactică
+ se administrează hidroxocobalamină
+ aerul expirat poate mirosi a migdale amare
- este inhibată acetilcolinesteraza
- antidotul este atropina
- sângele venos este mult mai desaturat decât normal
- se administrează fomepizol
- respirația celulară este stimulată

? În intoxicația cu metanol:
+ toxicul este oxidat de alcooldehidrogenază
+ metabolitul cel mai toxic este acidul formic
+ apar tulburări de vedere
+ apare acidoză metabolică cu gaură anionică crescută
+ se administrează fomepizol sau etanol
- metabolitul cel mai toxic este acidul oxalic
- urina conține cristale de oxalat de calciu
- apare alcaloză metabolică
- se administrează flumazenil
- metanolul este mai toxic decât metaboliții săi

? În intoxicația cu insecticide organofosforice:
+ este inhibată acetilcolinesteraza
+ apare mioză
+ apare hipersalivație
+ apare bradicardie
+ se administrează pralidoximă
- apar midriază și uscăciunea gurii
- este inhibată citocrom-c-oxidaza
- se administrează neostigmină
- activitatea colinesterazei serice crește
- toxicul nu se absoarbe prin piele

# T4 | Metale, plante și ciuperci
? În intoxicația cronică cu plumb:
+ apare anemie microcitară
+ poate apărea un lizereu gingival
+ apar colici abdominale
+ este inhibată dehidrataza acidului δ-aminolevulinic
+ poate apărea neuropatie motorie
- apare anemie megaloblastică
- antidotul este fomepizolul
- este activată dehidrataza acidului δ-aminolevulinic
- absorbția digestivă este mai mică la copii decât la adulți
- toxicul se elimină complet în 24 de ore

? În intoxicația cu *Amanita phalloides*:
+ toxicele principale sunt amatoxinele
+ este inhibată ARN-polimeraza II
+ primele simptome apar după mai mult de șase ore
+ apare insuficiență hepatică
+ fierberea nu distruge toxicele
- primele simptome apar în 15 minute
- toxicul principal este muscarina
- fierberea distruge toxicele
- este inhibată acetilcolinesteraza
- organul-țintă principal este pancreasul

? În intoxicația cu mătrăgună (*Atropa belladonna*):
+ apare midriază
+ apare uscăciunea gurii
+ apare tahicardie
+ apar halucinații
+ temperatura corpului poate crește
- apare mioză
- apare hipersalivație
- apare bradicardie marcată
- apare diaree
- apar transpirații abundente
`;
