import type { ContestStatus } from '#domain/contestations/contestation.ts';
import { beforeNoun } from './fill-in.ts';
import type { Language } from './languages.ts';
import { lines } from './mail-lines.ts';

type MailText = { readonly subject: string; readonly text: string };
export type ContestMailKind = 'filed' | 'outcome' | 'reopened' | 'gradeChanged' | 'reminder';

/** The values of a mail about a contestation; days, moments and numbers are already formatted. */
type MailDetails = {
  readonly name: string;
  /** The exam, with its part where it has several. */
  readonly exam: string;
  readonly day: string;
  readonly status: ContestStatus;
  readonly oldScore: string;
  readonly newScore: string;
  readonly oldGrade: string;
  readonly newGrade: string;
  /** Whether the sitting is annulled, so that no result of it is valid. */
  readonly isAnnulled: boolean;
  /** Only in a reminder. */
  readonly session: string;
  readonly until: string;
  readonly count: number;
  /** Undefined when the public address of the product is not set. */
  readonly link: string | undefined;
};

type Words = Record<ContestMailKind, (details: MailDetails) => MailText>;

const romanianContestations = (count: number) =>
  count === 1 ? 'o contestație așteaptă' : `${beforeNoun(count)} contestații așteaptă`;
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

/** The result before and now; of an annulled sitting only that none is valid. */
const figures = {
  ro: (details: MailDetails) =>
    details.isAnnulled
      ? ['Susținerea a fost anulată, așa că decizia nu schimbă niciun rezultat valabil.']
      : [
          `Punctaj: ${details.oldScore} înainte, ${details.newScore} acum.`,
          `Nota: ${details.oldGrade} înainte, ${details.newGrade} acum.`,
        ],
  en: (details: MailDetails) =>
    details.isAnnulled
      ? ['The sitting was annulled, so the decision changes no valid result.']
      : [
          `Score: ${details.oldScore} before, ${details.newScore} now.`,
          `Grade: ${details.oldGrade} before, ${details.newGrade} now.`,
        ],
  fr: (details: MailDetails) =>
    details.isAnnulled
      ? ['Le passage a été annulé : la décision ne change aucun résultat valable.']
      : [
          `Score : ${details.oldScore} avant, ${details.newScore} maintenant.`,
          `Note : ${details.oldGrade} avant, ${details.newGrade} maintenant.`,
        ],
};

const ro: Words = {
  filed: (details) => ({
    subject: `Contestație depusă: ${details.exam}`,
    text: lines(
      `Bună ziua, ${details.name},`,
      '',
      `Contestația la examenul „${details.exam}” din ${details.day} a fost depusă. Nu mai poate fi modificată; veți primi un mesaj când va fi soluționată.`,
      details.link && '',
      details.link && `Contestația dumneavoastră: ${details.link}`,
    ),
  }),
  outcome: (details) => ({
    subject: `Contestație ${statusRo[details.status]}: ${details.exam}`,
    text: lines(
      `Bună ziua, ${details.name},`,
      '',
      `Contestația la examenul „${details.exam}” din ${details.day} a fost soluționată: ${statusRo[details.status]}.`,
      ...figures.ro(details),
      details.link && '',
      details.link && `Decizia la fiecare întrebare: ${details.link}`,
    ),
  }),
  reopened: (details) => ({
    subject: `Contestație redeschisă: ${details.exam}`,
    text: lines(
      `Bună ziua, ${details.name},`,
      '',
      `Contestația la examenul „${details.exam}” din ${details.day} a fost redeschisă și va fi soluționată din nou. Decizia anterioară a fost retrasă, integral sau în parte.`,
      ...figures.ro(details),
      details.link && '',
      details.link && `Contestația dumneavoastră: ${details.link}`,
    ),
  }),
  gradeChanged: (details) => ({
    subject: `Notă modificată: ${details.exam}`,
    text: lines(
      `Bună ziua, ${details.name},`,
      '',
      `În urma unei decizii privind examenul, rezultatul dumneavoastră la examenul „${details.exam}” din ${details.day} a fost recalculat.`,
      ...figures.ro(details),
      details.link && '',
      details.link && `Rezultatele dumneavoastră: ${details.link}`,
    ),
  }),
  reminder: (details) => ({
    subject: `Contestații de soluționat până pe ${details.until}`,
    text: lines(
      `Bună ziua, ${details.name},`,
      '',
      `În sesiunea „${details.session}” ${romanianContestations(details.count)} decizia dumneavoastră. Termenul este ${details.until}.`,
      details.link && '',
      details.link && `Contestații: ${details.link}`,
    ),
  }),
};

const en: Words = {
  filed: (details) => ({
    subject: `Contestation submitted: ${details.exam}`,
    text: lines(
      `Hello ${details.name},`,
      '',
      `Your contestation of the exam “${details.exam}” taken on ${details.day} has been submitted. It can no longer be changed; you will receive a message when it is resolved.`,
      details.link && '',
      details.link && `Your contestation: ${details.link}`,
    ),
  }),
  outcome: (details) => ({
    subject: `Contestation ${statusEn[details.status]}: ${details.exam}`,
    text: lines(
      `Hello ${details.name},`,
      '',
      `Your contestation of the exam “${details.exam}” taken on ${details.day} has been resolved: ${statusEn[details.status]}.`,
      ...figures.en(details),
      details.link && '',
      details.link && `The decision about each question: ${details.link}`,
    ),
  }),
  reopened: (details) => ({
    subject: `Contestation reopened: ${details.exam}`,
    text: lines(
      `Hello ${details.name},`,
      '',
      `Your contestation of the exam “${details.exam}” taken on ${details.day} has been reopened and will be resolved again. The earlier decision has been withdrawn, in whole or in part.`,
      ...figures.en(details),
      details.link && '',
      details.link && `Your contestation: ${details.link}`,
    ),
  }),
  gradeChanged: (details) => ({
    subject: `Grade changed: ${details.exam}`,
    text: lines(
      `Hello ${details.name},`,
      '',
      `After a decision about the exam, your result in the exam “${details.exam}” taken on ${details.day} has been recalculated.`,
      ...figures.en(details),
      details.link && '',
      details.link && `Your results: ${details.link}`,
    ),
  }),
  reminder: (details) => ({
    subject: `Contestations to resolve by ${details.until}`,
    text: lines(
      `Hello ${details.name},`,
      '',
      `In the session “${details.session}” ${details.count === 1 ? 'one contestation is waiting' : `${details.count} contestations are waiting`} for your decision. The deadline is ${details.until}.`,
      details.link && '',
      details.link && `Contestations: ${details.link}`,
    ),
  }),
};

const fr: Words = {
  filed: (details) => ({
    subject: `Contestation déposée : ${details.exam}`,
    text: lines(
      `Bonjour ${details.name},`,
      '',
      `Votre contestation de l’examen « ${details.exam} » du ${details.day} a été déposée. Elle ne peut plus être modifiée ; vous recevrez un message lorsqu’elle sera traitée.`,
      details.link && '',
      details.link && `Votre contestation : ${details.link}`,
    ),
  }),
  outcome: (details) => ({
    subject: `Contestation ${statusFr[details.status]} : ${details.exam}`,
    text: lines(
      `Bonjour ${details.name},`,
      '',
      `Votre contestation de l’examen « ${details.exam} » du ${details.day} a été traitée : ${statusFr[details.status]}.`,
      ...figures.fr(details),
      details.link && '',
      details.link && `La décision pour chaque question : ${details.link}`,
    ),
  }),
  reopened: (details) => ({
    subject: `Contestation rouverte : ${details.exam}`,
    text: lines(
      `Bonjour ${details.name},`,
      '',
      `Votre contestation de l’examen « ${details.exam} » du ${details.day} a été rouverte et sera traitée à nouveau. La décision précédente a été retirée, en tout ou en partie.`,
      ...figures.fr(details),
      details.link && '',
      details.link && `Votre contestation : ${details.link}`,
    ),
  }),
  gradeChanged: (details) => ({
    subject: `Note modifiée : ${details.exam}`,
    text: lines(
      `Bonjour ${details.name},`,
      '',
      `À la suite d’une décision concernant l’examen, votre résultat à l’examen « ${details.exam} » du ${details.day} a été recalculé.`,
      ...figures.fr(details),
      details.link && '',
      details.link && `Vos résultats : ${details.link}`,
    ),
  }),
  reminder: (details) => ({
    subject: `Contestations à traiter avant le ${details.until}`,
    text: lines(
      `Bonjour ${details.name},`,
      '',
      `Dans la session « ${details.session} », ${details.count === 1 ? 'une contestation attend' : `${details.count} contestations attendent`} votre décision. L’échéance est le ${details.until}.`,
      details.link && '',
      details.link && `Contestations : ${details.link}`,
    ),
  }),
};

const words: Record<Language, Words> = { ro, en, fr };

export const contestMail = (language: Language, kind: ContestMailKind, details: MailDetails): MailText =>
  words[language][kind](details);
