import type { ContestStatus } from '#domain/contestations/contestation.ts';
import type { Language } from './languages.ts';

type MailText = { readonly subject: string; readonly text: string };
export type ContestMailKind = 'filed' | 'outcome' | 'reopened' | 'gradeChanged' | 'reminder';

/** What a mail about a contestation says; days, moments and numbers are already formatted. */
type Told = {
  readonly name: string;
  /** The exam, with its part where it has several. */
  readonly exam: string;
  readonly day: string;
  readonly status: ContestStatus;
  readonly oldScore: string;
  readonly newScore: string;
  readonly oldGrade: string;
  readonly newGrade: string;
  /** Of a reminder. */
  readonly session: string;
  readonly until: string;
  readonly count: number;
  /** Undefined when the public address of the product is not set. */
  readonly link: string | undefined;
};

const lines = (...all: readonly (string | undefined | false)[]) =>
  `${all.filter((line) => line !== undefined && line !== false).join('\n')}\n`;

type Words = Record<ContestMailKind, (told: Told) => MailText>;

const romanianContestations = (count: number) => {
  const rest = count % 100;
  if (count === 1) return 'o contestație așteaptă';
  return `${count} ${rest === 0 || rest >= 20 ? 'de contestații' : 'contestații'} așteaptă`;
};
const statusRo = {
  DP: 'depusă',
  RS: 'respinsă',
  AC: 'acceptată',
  PAC: 'acceptată parțial',
} satisfies Record<ContestStatus, string>;
const statusEn = {
  DP: 'submitted',
  RS: 'rejected',
  AC: 'accepted',
  PAC: 'partially accepted',
} satisfies Record<ContestStatus, string>;
const statusFr = {
  DP: 'déposée',
  RS: 'rejetée',
  AC: 'acceptée',
  PAC: 'acceptée en partie',
} satisfies Record<ContestStatus, string>;

const ro: Words = {
  filed: (told) => ({
    subject: `Contestație depusă: ${told.exam}`,
    text: lines(
      `Bună ziua, ${told.name},`,
      '',
      `Contestația la examenul „${told.exam}” din ${told.day} a fost depusă. Nu mai poate fi modificată; veți primi un mesaj când este soluționată.`,
      told.link && '',
      told.link && `Contestația dumneavoastră: ${told.link}`,
    ),
  }),
  outcome: (told) => ({
    subject: `Contestație ${statusRo[told.status]}: ${told.exam}`,
    text: lines(
      `Bună ziua, ${told.name},`,
      '',
      `Contestația la examenul „${told.exam}” din ${told.day} a fost soluționată: ${statusRo[told.status]}.`,
      `Punctaj: ${told.oldScore} înainte, ${told.newScore} acum.`,
      `Nota: ${told.oldGrade} înainte, ${told.newGrade} acum.`,
      told.link && '',
      told.link && `Decizia la fiecare întrebare: ${told.link}`,
    ),
  }),
  reopened: (told) => ({
    subject: `Contestație redeschisă: ${told.exam}`,
    text: lines(
      `Bună ziua, ${told.name},`,
      '',
      `Contestația la examenul „${told.exam}” din ${told.day} a fost redeschisă și va fi soluționată din nou. Efectul deciziei anterioare asupra punctajului a fost retras.`,
      told.link && '',
      told.link && `Contestația dumneavoastră: ${told.link}`,
    ),
  }),
  gradeChanged: (told) => ({
    subject: `Notă modificată: ${told.exam}`,
    text: lines(
      `Bună ziua, ${told.name},`,
      '',
      `În urma soluționării unei sesizări privind o întrebare, rezultatul dumneavoastră la examenul „${told.exam}” din ${told.day} a fost recalculat.`,
      `Punctaj: ${told.oldScore} înainte, ${told.newScore} acum.`,
      `Nota: ${told.oldGrade} înainte, ${told.newGrade} acum.`,
      told.link && '',
      told.link && `Rezultatele dumneavoastră: ${told.link}`,
    ),
  }),
  reminder: (told) => ({
    subject: `Contestații de soluționat până pe ${told.until}`,
    text: lines(
      `Bună ziua, ${told.name},`,
      '',
      `În sesiunea „${told.session}” ${romanianContestations(told.count)} decizia dumneavoastră. Termenul este ${told.until}.`,
      told.link && '',
      told.link && `Contestații: ${told.link}`,
    ),
  }),
};

const en: Words = {
  filed: (told) => ({
    subject: `Contestation submitted: ${told.exam}`,
    text: lines(
      `Hello ${told.name},`,
      '',
      `Your contestation of the exam “${told.exam}” of ${told.day} was submitted. It cannot be changed any more; you will get a message when it is resolved.`,
      told.link && '',
      told.link && `Your contestation: ${told.link}`,
    ),
  }),
  outcome: (told) => ({
    subject: `Contestation ${statusEn[told.status]}: ${told.exam}`,
    text: lines(
      `Hello ${told.name},`,
      '',
      `Your contestation of the exam “${told.exam}” of ${told.day} was resolved: ${statusEn[told.status]}.`,
      `Score: ${told.oldScore} before, ${told.newScore} now.`,
      `Grade: ${told.oldGrade} before, ${told.newGrade} now.`,
      told.link && '',
      told.link && `The decision about each question: ${told.link}`,
    ),
  }),
  reopened: (told) => ({
    subject: `Contestation reopened: ${told.exam}`,
    text: lines(
      `Hello ${told.name},`,
      '',
      `Your contestation of the exam “${told.exam}” of ${told.day} was reopened and will be resolved again. What the earlier decision did to the score was withdrawn.`,
      told.link && '',
      told.link && `Your contestation: ${told.link}`,
    ),
  }),
  gradeChanged: (told) => ({
    subject: `Grade changed: ${told.exam}`,
    text: lines(
      `Hello ${told.name},`,
      '',
      `After a decision about a question, your result of the exam “${told.exam}” of ${told.day} was computed again.`,
      `Score: ${told.oldScore} before, ${told.newScore} now.`,
      `Grade: ${told.oldGrade} before, ${told.newGrade} now.`,
      told.link && '',
      told.link && `Your results: ${told.link}`,
    ),
  }),
  reminder: (told) => ({
    subject: `Contestations to resolve until ${told.until}`,
    text: lines(
      `Hello ${told.name},`,
      '',
      `In the session “${told.session}” ${told.count === 1 ? 'one contestation waits' : `${told.count} contestations wait`} for your decision. The deadline is ${told.until}.`,
      told.link && '',
      told.link && `Contestations: ${told.link}`,
    ),
  }),
};

const fr: Words = {
  filed: (told) => ({
    subject: `Contestation déposée : ${told.exam}`,
    text: lines(
      `Bonjour ${told.name},`,
      '',
      `Votre contestation de l’examen « ${told.exam} » du ${told.day} a été déposée. Elle ne peut plus être modifiée ; vous recevrez un message lorsqu’elle sera traitée.`,
      told.link && '',
      told.link && `Votre contestation : ${told.link}`,
    ),
  }),
  outcome: (told) => ({
    subject: `Contestation ${statusFr[told.status]} : ${told.exam}`,
    text: lines(
      `Bonjour ${told.name},`,
      '',
      `Votre contestation de l’examen « ${told.exam} » du ${told.day} a été traitée : ${statusFr[told.status]}.`,
      `Points : ${told.oldScore} avant, ${told.newScore} maintenant.`,
      `Note : ${told.oldGrade} avant, ${told.newGrade} maintenant.`,
      told.link && '',
      told.link && `La décision pour chaque question : ${told.link}`,
    ),
  }),
  reopened: (told) => ({
    subject: `Contestation rouverte : ${told.exam}`,
    text: lines(
      `Bonjour ${told.name},`,
      '',
      `Votre contestation de l’examen « ${told.exam} » du ${told.day} a été rouverte et sera traitée à nouveau. L’effet de la décision précédente sur les points a été retiré.`,
      told.link && '',
      told.link && `Votre contestation : ${told.link}`,
    ),
  }),
  gradeChanged: (told) => ({
    subject: `Note modifiée : ${told.exam}`,
    text: lines(
      `Bonjour ${told.name},`,
      '',
      `À la suite d’une décision concernant une question, votre résultat à l’examen « ${told.exam} » du ${told.day} a été recalculé.`,
      `Points : ${told.oldScore} avant, ${told.newScore} maintenant.`,
      `Note : ${told.oldGrade} avant, ${told.newGrade} maintenant.`,
      told.link && '',
      told.link && `Vos résultats : ${told.link}`,
    ),
  }),
  reminder: (told) => ({
    subject: `Contestations à traiter avant le ${told.until}`,
    text: lines(
      `Bonjour ${told.name},`,
      '',
      `Dans la session « ${told.session} », ${told.count === 1 ? 'une contestation attend' : `${told.count} contestations attendent`} votre décision. Le délai prend fin le ${told.until}.`,
      told.link && '',
      told.link && `Contestations : ${told.link}`,
    ),
  }),
};

const words: Record<Language, Words> = { ro, en, fr };

export const contestMail = (language: Language, kind: ContestMailKind, told: Told): MailText =>
  words[language][kind](told);
