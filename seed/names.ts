import type { Random } from './random.ts';

export type Gender = 'female' | 'male';
export type Origin = 'romanian' | 'hungarian' | 'french' | 'english';

type Names = {
  readonly last: readonly string[];
  readonly female: readonly string[];
  readonly male: readonly string[];
};

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

const names: Record<Origin, Names> = {
  romanian: {
    last: words(`
      Albu Ardelean Bălan Bărbulescu Boșca Botezatu Brânzei Bucur Câmpeanu Ceaușu Chiriță Ciobanu Coman Crăciun
      Cristea Dănilă Dobre Drăgan Dumitrașcu Enache Făgărășan Florea Frâncu Găvrilă Gheorghiță Grădinaru Hălmăgean
      Iacob Ilieș Ionașcu Lazăr Lupșa Manoliu Mărginean Moldovan Morar Munteanu Negruț Nistor Oprișan Pașca Petrișor
      Pintea Popa Pușcaș Rădulescu Roșca Rusu Sălăgean Stănescu Suciu Șandru Șchiopu Tămaș Toșa Țepeș Țurcanu
      Ungureanu Văcaru Vlăsceanu Zăgrean`),
    female: words(`
      Ada Alexandra Ana Anca Bianca Brândușa Carmen Catrinel Cosmina Crina Daria Denisa Diana Elena Frusina Gabriela
      Georgiana Ilinca Ioana Iulia Larisa Lăcrămioara Mădălina Măriuca Miruna Oana Patricia Raluca Roxana Simina
      Smărăndița Sorina Ștefania Teodora Viorica Zoe`),
    male: words(`
      Adrian Alexandru Andrei Bogdan Călin Cătălin Ciprian Claudiu Cosmin Cristian Dănuț David Dragoș Emanuel Eduard
      Filip Flavius George Horațiu Ionuț Iulian Luca Marius Matei Mircea Nicolae Octavian Ovidiu Paul Răzvan Robert
      Sebastian Silviu Ștefan Tiberiu Vlad`),
  },
  hungarian: {
    last: words(`
      Antal Bálint Balogh Barabás Benkő Bíró Csiki Dénes Fazekas Ferencz Gál György Incze Jakab Kelemen Kerekes
      Kolozsvári Kovács László Lőrincz Márton Nagy Orbán Péter Sándor Szabó Szilágyi Török Vajda Zsigmond`),
    female: words(
      'Anna Beáta Boglárka Csilla Dorottya Emese Enikő Eszter Gyöngyi Hanna Ildikó Kata Noémi Réka Tünde Zsófia',
    ),
    male: words(
      'Ákos Attila Áron Balázs Bence Botond Csaba Dániel Gergő Hunor Lehel Levente Máté Szabolcs Tamás Zsolt',
    ),
  },
  french: {
    last: words('Aubert Benoît Chevalier Delacroix Faure Garçon Lefèvre Marchand Moreau Noël Perrin Rivière'),
    female: words('Agathe Aurélie Camille Chloé Élodie Inès Léa Mathilde Noémie Zoé'),
    male: words('Adrien Antoine Clément Étienne François Gaël Hugo Jérôme Rémi Théo'),
  },
  english: {
    last: words(
      'Ashworth Bennett Carter Doyle Ellison Fletcher Harding Kendrick Marlowe Sinclair Whitfield Yates',
    ),
    female: words('Abigail Charlotte Eleanor Freya Grace Hannah Imogen Molly Phoebe Rosie'),
    male: words('Alfie Callum Dylan Edmund Finn Harry Jasper Lewis Oliver Rowan'),
  },
};

export type Name = { readonly first: string; readonly last: string; readonly gender: Gender };

/** Some Romanian and French people have two different first names. */
export function randomName(random: Random, origin: Origin): Name {
  const gender: Gender = random.below(100) < 58 ? 'female' : 'male';
  const first = random.pick(names[origin][gender]);
  const second = random.pick(names[origin][gender]);
  const double = (origin === 'romanian' || origin === 'french') && random.below(4) === 0 && second !== first;
  return { first: double ? `${first}-${second}` : first, last: random.pick(names[origin].last), gender };
}

/** The part of an address before the @, in plain ASCII letters. */
export function mailbox(first: string, last: string): string {
  const plain = (text: string) =>
    text
      .normalize('NFD')
      .replace(/[^A-Za-z-]/g, '')
      .toLowerCase();
  return `${plain(first)}.${plain(last)}`;
}
