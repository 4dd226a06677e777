/** Tables for generated recognition questions. Within a table, no member belongs to two classes. */
export type ClassTable = {
  readonly discipline: string;
  readonly chapter: { readonly code: string; readonly description: string };
  /** The plural name of the members. */
  readonly members: string;
  readonly classes: Readonly<Record<string, string>>;
};

export const classTables: readonly ClassTable[] = [
  {
    discipline: 'MG301',
    chapter: { code: 'F6', description: 'Recunoașterea claselor de medicamente' },
    members: 'substanțe',
    classes: {
      'beta-blocante': 'propranolol, metoprolol, bisoprolol, atenolol, carvedilol, nebivolol, esmolol',
      'inhibitori ai enzimei de conversie':
        'captopril, enalapril, ramipril, perindopril, lisinopril, fosinopril',
      'blocante ale receptorilor angiotensinei II':
        'losartan, valsartan, candesartan, telmisartan, irbesartan, olmesartan',
      'blocante ale canalelor de calciu':
        'amlodipină, nifedipină, felodipină, lercanidipină, verapamil, diltiazem',
      statine: 'atorvastatină, rosuvastatină, simvastatină, pravastatină, fluvastatină, pitavastatină',
      diuretice: 'furosemid, torasemid, hidroclorotiazidă, indapamidă, spironolactonă, amilorid',
      'inhibitori ai pompei de protoni':
        'omeprazol, esomeprazol, pantoprazol, lansoprazol, rabeprazol, dexlansoprazol',
      benzodiazepine: 'diazepam, lorazepam, alprazolam, midazolam, clonazepam, oxazepam, bromazepam',
      'inhibitori selectivi ai recaptării serotoninei':
        'fluoxetină, sertralină, paroxetină, citalopram, escitalopram, fluvoxamină',
      'antidepresive triciclice':
        'amitriptilină, imipramină, clomipramină, nortriptilină, doxepină, desipramină',
      antipsihotice:
        'haloperidol, clorpromazină, risperidonă, olanzapină, quetiapină, aripiprazol, clozapină',
      opioide: 'morfină, fentanil, oxicodonă, hidromorfonă, metadonă, petidină, tramadol',
      'antiinflamatoare nesteroidiene':
        'ibuprofen, diclofenac, naproxen, ketoprofen, piroxicam, meloxicam, indometacin',
      glucocorticoizi: 'prednison, prednisolon, dexametazonă, hidrocortizon, betametazonă, metilprednisolon',
      peniciline: 'amoxicilină, ampicilină, oxacilină, piperacilină, benzilpenicilină, fenoximetilpenicilină',
      cefalosporine: 'cefazolină, cefuroximă, ceftriaxonă, cefotaximă, ceftazidimă, cefepimă, cefalexină',
      macrolide: 'eritromicină, claritromicină, azitromicină, roxitromicină, spiramicină, josamicină',
      aminoglicozide: 'gentamicină, amikacină, tobramicină, streptomicină, neomicină, kanamicină',
      fluorochinolone: 'ciprofloxacină, levofloxacină, moxifloxacină, ofloxacină, norfloxacină, pefloxacină',
      'antifungice azolice': 'fluconazol, itraconazol, voriconazol, posaconazol, ketoconazol, isavuconazol',
      sulfoniluree: 'gliclazidă, glimepiridă, glipizidă, gliquidonă, glibenclamidă, tolbutamidă',
      gliptine: 'sitagliptină, vildagliptină, saxagliptină, linagliptină, alogliptină',
      'antihistaminice H~1~':
        'loratadină, cetirizină, desloratadină, levocetirizină, fexofenadină, clorfeniramină',
      'anticoagulante orale': 'warfarină, acenocumarol, dabigatran, rivaroxaban, apixaban, edoxaban',
      bifosfonați: 'alendronat, risedronat, ibandronat, zoledronat, pamidronat, etidronat',
    },
  },
  {
    discipline: 'MG101',
    chapter: { code: 'A1', description: 'Osteologie' },
    members: 'oase',
    classes: {
      'oase ale carpului': 'scafoidul, semilunarul, piramidalul, pisiformul, trapezul, trapezoidul',
      'oase ale tarsului':
        'talusul, calcaneul, navicularul, cuboidul, cuneiformul medial, cuneiformul lateral',
      'oase ale neurocraniului': 'frontalul, occipitalul, sfenoidul, etmoidul, parietalul, temporalul',
      'oase ale viscerocraniului':
        'maxilarul, palatinul, zigomaticul, nazalul, lacrimalul, vomerul, mandibula',
      'oase lungi': 'femurul, humerusul, radiusul, ulna, tibia, fibula',
    },
  },
  {
    discipline: 'MG101',
    chapter: { code: 'A2', description: 'Miologie' },
    members: 'mușchi',
    classes: {
      'mușchi ai mimicii':
        'orbicularul ochiului, orbicularul gurii, buccinatorul, zigomaticul mare, risoriusul, corugatorul sprâncenei',
      'mușchi ai lojei mediale a coapsei':
        'adductorul lung, adductorul scurt, adductorul mare, gracilisul, pectineul',
      'mușchi ai lojei anterioare a antebrațului':
        'rotundul pronator, flexorul radial al carpului, palmarul lung, flexorul ulnar al carpului, pătratul pronator, flexorul lung al policelui',
      'mușchi ai lojei posterioare a antebrațului':
        'extensorul degetelor, extensorul ulnar al carpului, supinatorul, abductorul lung al policelui, extensorul lung al policelui, extensorul indexului',
      'mușchi ai lojei posterioare a gambei':
        'gastrocnemianul, solearul, plantarul, popliteul, tibialul posterior, flexorul lung al halucelui',
      'mușchi extrinseci ai globului ocular':
        'dreptul superior, dreptul inferior, dreptul medial, dreptul lateral, oblicul superior, oblicul inferior',
      'mușchi ai regiunii gluteale':
        'gluteul mare, gluteul mijlociu, gluteul mic, piriformul, obturatorul intern, pătratul femural',
    },
  },
  {
    discipline: 'MG103',
    chapter: { code: 'B1', description: 'Biomolecule, enzime, hormoni' },
    members: 'molecule',
    classes: {
      'aminoacizi esențiali':
        'valina, leucina, izoleucina, lizina, metionina, treonina, fenilalanina, triptofanul',
      'aminoacizi neesențiali': 'alanina, asparagina, acidul aspartic, acidul glutamic, serina',
      'vitamine hidrosolubile':
        'tiamina, riboflavina, niacina, acidul pantotenic, piridoxina, biotina, cobalamina, acidul ascorbic',
      monozaharide: 'glucoza, fructoza, galactoza, riboza, manoza, xiloza',
      'acizi grași':
        'acidul palmitic, acidul stearic, acidul oleic, acidul linoleic, acidul arahidonic, acidul miristic',
      'enzime ale glicolizei': 'hexokinaza, fosfofructokinaza, aldolaza, enolaza, piruvat-kinaza',
      'enzime ale ciclului Krebs':
        'citrat-sintaza, aconitaza, izocitrat-dehidrogenaza, fumaraza, malat-dehidrogenaza, succinat-dehidrogenaza',
      'hormoni peptidici': 'insulina, glucagonul, oxitocina, vasopresina, corticotropina, parathormonul',
      'hormoni steroizi': 'cortizolul, aldosteronul, testosteronul, estradiolul, progesteronul',
    },
  },
  {
    discipline: 'MG303',
    chapter: { code: 'M5', description: 'Clasificarea agenților infecțioși' },
    members: 'agenți infecțioși',
    classes: {
      'bacterii Gram-pozitive':
        '*Staphylococcus aureus*, *Streptococcus pyogenes*, *Enterococcus faecalis*, *Listeria monocytogenes*, *Bacillus anthracis*, *Corynebacterium diphtheriae*',
      'bacterii Gram-negative':
        '*Escherichia coli*, *Klebsiella pneumoniae*, *Pseudomonas aeruginosa*, *Neisseria gonorrhoeae*, *Vibrio cholerae*, *Legionella pneumophila*',
      'virusuri cu ADN':
        'virusul herpes simplex, virusul varicelo-zosterian, adenovirusul, papilomavirusul uman, virusul hepatitei B, citomegalovirusul',
      'virusuri cu ARN':
        'virusul gripal, virusul rujeolei, poliovirusul, virusul rabic, virusul hepatitei C, virusul dengue, virusul rubeolei',
      fungi:
        '*Candida albicans*, *Cryptococcus neoformans*, *Aspergillus fumigatus*, *Histoplasma capsulatum*, *Trichophyton rubrum*',
      protozoare:
        '*Plasmodium vivax*, *Giardia duodenalis*, *Entamoeba histolytica*, *Toxoplasma gondii*, *Trichomonas vaginalis*',
      helminți:
        '*Ascaris lumbricoides*, *Taenia saginata*, *Enterobius vermicularis*, *Trichinella spiralis*, *Echinococcus granulosus*',
    },
  },
  {
    discipline: 'FAR301',
    chapter: { code: 'G1', description: 'Familii de plante medicinale' },
    members: 'plante',
    classes: {
      'plante din familia Lamiaceae': 'menta, salvia, cimbrul, rozmarinul, levănțica, roinița, busuiocul',
      'plante din familia Apiaceae': 'feniculul, anasonul, coriandrul, chimenul, pătrunjelul, angelica',
      'plante din familia Asteraceae':
        'mușețelul, gălbenelele, arnica, păpădia, coada-șoricelului, armurariul',
      'plante din familia Rosaceae': 'păducelul, măceșul, zmeurul, crețușca, migdalul, gutuiul',
      'plante din familia Solanaceae': 'mătrăguna, ciumăfaia, măselarița, ardeiul iute, tutunul',
      'plante din familia Fabaceae': 'lemnul-dulce, sulfina, soia, schinduful, salcâmul',
      'plante din familia Brassicaceae':
        'muștarul negru, muștarul alb, traista-ciobanului, hreanul, ridichea neagră',
    },
  },
];
