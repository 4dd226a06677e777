/** Written for the demo. The line prefixes are explained in pharmacology.ts. */
export const microbiology = `
# M1 | Bacteriologie generală
? Peretele bacteriilor Gram-negative cuprinde:
+ o membrană externă
+ lipopolizaharid
+ un spațiu periplasmic
+ un strat subțire de peptidoglican
+ porine
- acizi teichoici
- un strat gros de peptidoglican
- acizi micolici
- ergosterol
- chitină

? Figura arată, pe scară logaritmică, numărul de bacterii vii dintr-o cultură închisă, în mediu lichid. Care afirmații sunt adevărate?
@ growth-curve
+ prima fază, orizontală, este faza de latență
+ în faza ascendentă bacteriile se divid exponențial
+ antibioticele β-lactamice acționează cel mai bine în faza ascendentă
+ în platou se formează aproximativ atâtea celule câte mor
+ declinul urmează epuizării nutrienților și acumulării de produși toxici
- în faza de latență cultura conține numai celule moarte
- în faza ascendentă bacteriile nu se divid
- în platou cultura conține numai spori
- în faza de declin timpul de generație este cel mai scurt
- numărul de bacterii vii crește liniar pe toată durata culturii

? Sporii bacterieni:
+ se formează la genurile *Bacillus* și *Clostridium*
+ conțin dipicolinat de calciu
+ sunt distruși prin autoclavare la 121 °C
+ nu au metabolism activ
+ rezistă la uscăciune
- se formează la *Escherichia coli*
- sunt o formă de înmulțire
- sunt distruși de alcoolul de 70 %
- sunt distruși prin pasteurizare
- se formează în condiții optime de creștere

? Exotoxinele bacteriene:
+ sunt proteine
+ sunt secretate de bacteria vie
+ sunt puternic imunogene
+ pot fi transformate în anatoxine
+ au acțiune specifică asupra celulelor-țintă
- sunt lipopolizaharide
- sunt produse exclusiv de bacterii Gram-negative
- acționează prin lipidul A
- nu pot fi neutralizate de anticorpi
- sunt componente structurale ale membranei externe

# M2 | Cocii
? *Staphylococcus aureus*:
+ produce coagulază
+ produce catalază
+ apare la microscop în grămezi
+ are proteina A în perete
+ poate produce toxiinfecții alimentare
- este catalazo-negativ
- apare la microscop în lanțuri
- este sensibil la optochină
- este Gram-negativ
- formează spori

? *Streptococcus pneumoniae*:
+ este un diplococ lanceolat
+ are capsulă polizaharidică
+ produce α-hemoliză
+ este sensibil la optochină
+ este lizat de bilă
- produce coagulază
- este rezistent la optochină
- este Gram-negativ
- produce catalază
- este strict anaerob

? *Streptococcus pyogenes* poate fi cauza, directă sau imună, a următoarelor boli:
+ faringita
+ scarlatina
+ erizipelul
+ reumatismul articular acut
+ glomerulonefrita acută
- tetanosul
- botulismul
- holera
- tusea convulsivă
- febra tifoidă

# M3 | Bacilii
? *Mycobacterium tuberculosis*:
+ este acido-alcoolo-rezistent
+ se evidențiază prin colorația Ziehl–Neelsen
+ crește lent
+ se cultivă pe mediul Löwenstein–Jensen
+ se transmite pe cale aerogenă
- formează colonii vizibile după 24 de ore
- formează spori
- are un perete lipsit de lipide
- este mobil prin flageli
- se transmite prin înțepătura țânțarilor

? *Clostridium tetani*:
+ este un bacil Gram-pozitiv
+ este anaerob
+ formează spori terminali
+ produce tetanospasmină
+ produce o boală care se previne prin vaccinare cu anatoxină
- este strict aerob
- produce o toxină care duce la paralizie flască
- se transmite prin picăturile lui Flügge
- se transmite de la om la om
- acționează în primul rând prin endotoxină

? Care dintre următoarele bacterii fac parte din ordinul Enterobacterales?
+ *Escherichia coli*
+ *Klebsiella pneumoniae*
+ *Salmonella enterica*
+ *Proteus mirabilis*
+ *Shigella sonnei*
- *Pseudomonas aeruginosa*
- *Haemophilus influenzae*
- *Neisseria meningitidis*
- *Helicobacter pylori*
- *Bordetella pertussis*

# M4 | Virusologie, micologie, parazitologie
? Care dintre următoarele virusuri au genom ADN?
+ virusul herpes simplex
+ virusul varicelo-zosterian
+ adenovirusul
+ papilomavirusul uman
+ virusul hepatitei B
- virusul gripal
- virusul rujeolei
- virusul hepatitei C
- poliovirusul
- virusul rabic

? Care dintre următoarele vaccinuri conțin germeni vii atenuați?
+ vaccinul împotriva rujeolei
+ vaccinul împotriva rubeolei
+ vaccinul împotriva oreionului
+ vaccinul împotriva varicelei
+ vaccinul BCG
- vaccinul împotriva tetanosului
- vaccinul împotriva difteriei
- vaccinul împotriva hepatitei B
- vaccinul poliomielitic injectabil
- vaccinul conjugat împotriva *Haemophilus influenzae* tip b

? Virusul imunodeficienței umane:
+ este un retrovirus
+ are reverstranscriptază
+ infectează limfocitele T CD4^+^
+ se poate transmite de la mamă la copil
+ se leagă de celulă prin glicoproteina gp120
- are genom ADN dublu catenar
- se transmite prin înțepătura țânțarilor
- se transmite prin strângerea mâinii
- infectează numai limfocitele B
- produce o infecție care se previne prin vaccinare

? *Plasmodium falciparum*:
+ este transmis de țânțarul *Anopheles*
+ se înmulțește în eritrocite
+ poate produce malarie cerebrală
+ se evidențiază pe frotiu și în picătură groasă
+ este un protozoar
- este transmis de țânțarul *Culex*
- este un helmint
- formează hipnozoiți hepatici
- se transmite pe cale fecal-orală
- se evidențiază prin urocultură

? *Candida albicans*:
+ este o levură
+ formează tub germinativ în ser
+ produce candidoză orală la persoanele imunodeprimate
+ poate face parte din flora normală
+ crește pe mediul Sabouraud
- este o bacterie Gram-pozitivă
- produce aflatoxine
- se transmite prin vectori
- este un parazit strict intracelular
- are genom ARN
`;
