import type { Language } from './languages.ts';
import { lines } from './mail-lines.ts';

type MailText = { readonly subject: string; readonly text: string };
export type AppointmentMailKind =
  | 'confirmation'
  | 'change'
  | 'cancellation'
  | 'reminder'
  | 'offer'
  | 'offerEnded'
  | 'offerWithdrawn'
  | 'waitingEnded';

/**
 * Why an offer was withdrawn: its seat is out of order, the student now has the exam to sit in another session, or the student could
 * not accept it when it ended.
 */
export type WithdrawalReason = 'outOfOrder' | 'bookedElsewhere' | 'notAcceptable';

/** The values of a mail about an appointment; days, hours and moments are already formatted. */
type MailDetails = {
  readonly name: string;
  readonly exam: string;
  readonly day: string;
  readonly from: string;
  readonly to: string;
  readonly room: string;
  readonly building: string;
  /** Undefined for seats outside the rows. */
  readonly row: number | undefined;
  readonly seat: number;
  readonly extraMinutes: number;
  /** Until when an offer can be accepted. */
  readonly until: string;
  /** Why an offer was withdrawn. */
  readonly because: WithdrawalReason;
  /** From when the student can move or cancel; undefined when booking is open already. */
  readonly changeableFrom: string | undefined;
  /** Until when the student can move or cancel; undefined when that is over. */
  readonly changeableUntil: string | undefined;
  /** Whether the exam is over by then: beginning it ends that too. */
  readonly isUntilBegun: boolean;
  /** Where booking is; undefined when the public address of the product is not set. */
  readonly link: string | undefined;
};

type Words = {
  readonly texts: Record<AppointmentMailKind, (details: MailDetails) => MailText>;
  readonly place: (details: MailDetails) => string;
};

const romanianMinutes = (count: number) => {
  const rest = count % 100;
  return `${count} ${count === 1 ? 'minut' : rest === 0 || rest >= 20 ? 'de minute' : 'minute'}`;
};

const ro: Words = {
  place: ({ day, from, to, room, building, row, seat, extraMinutes }) =>
    lines(
      `Data: ${day}`,
      `Ora: ${from}–${to}`,
      `Sala: ${room}, ${building}`,
      `Locul: ${row === undefined ? '' : `rândul ${row}, `}locul ${seat}`,
      extraMinutes > 0 && `Timp suplimentar: ${romanianMinutes(extraMinutes)}`,
    ),
  texts: {
    confirmation: (details) => ({
      subject: `Programare la examen: ${details.exam}`,
      text: lines(
        `Bună ziua, ${details.name},`,
        '',
        `Sunteți programat(ă) la examenul „${details.exam}”.`,
        '',
        ro.place(details),
        details.changeableUntil &&
          `Puteți muta sau anula programarea ${details.changeableFrom ? `din ${details.changeableFrom}, ` : ''}${details.isUntilBegun ? 'cât timp nu ați început examenul, cel târziu' : 'până'} ${details.changeableUntil}${details.link ? `: ${details.link}` : '.'}`,
      ),
    }),
    change: (details) => ({
      subject: `Programare modificată: ${details.exam}`,
      text: lines(
        `Bună ziua, ${details.name},`,
        '',
        `Programarea la examenul „${details.exam}” s-a modificat. Acum este:`,
        '',
        ro.place(details),
        details.link && `Programările dumneavoastră: ${details.link}`,
      ),
    }),
    cancellation: (details) => ({
      subject: `Programare anulată: ${details.exam}`,
      text: lines(
        `Bună ziua, ${details.name},`,
        '',
        `Programarea la examenul „${details.exam}” din ${details.day}, ora ${details.from}, a fost anulată.`,
        details.link && '',
        details.link && `Programările dumneavoastră: ${details.link}`,
      ),
    }),
    reminder: (details) => ({
      subject: `Mâine aveți examen: ${details.exam}`,
      text: lines(
        `Bună ziua, ${details.name},`,
        '',
        `Vă reamintim că mâine susțineți examenul „${details.exam}”.`,
        '',
        ro.place(details),
      ),
    }),
    offer: (details) => ({
      subject: `S-a eliberat un loc: ${details.exam}`,
      text: lines(
        `Bună ziua, ${details.name},`,
        '',
        `Sunteți pe lista de așteptare pentru „${details.exam}” și v-a venit rândul. Vă păstrăm acest loc:`,
        '',
        ro.place(details),
        `Îl puteți accepta până ${details.until}. După aceea, locul este oferit următoarei persoane.`,
        details.link && '',
        details.link && `Acceptați sau refuzați aici: ${details.link}`,
      ),
    }),
    offerEnded: (details) => ({
      subject: `Ofertă expirată: ${details.exam}`,
      text: lines(
        `Bună ziua, ${details.name},`,
        '',
        `Locul oferit pentru „${details.exam}” din ${details.day}, ora ${details.from}, nu a fost acceptat până ${details.until}, așa că nu vă mai este păstrat. Nu mai sunteți pe această listă de așteptare; cât timp programările sunt deschise vă puteți înscrie din nou.`,
        details.link && '',
        details.link && `Programările dumneavoastră: ${details.link}`,
      ),
    }),
    offerWithdrawn: (details) => ({
      subject: `Ofertă retrasă: ${details.exam}`,
      text: lines(
        `Bună ziua, ${details.name},`,
        '',
        {
          outOfOrder: `Locul oferit pentru „${details.exam}” din ${details.day}, ora ${details.from}, este nefuncțional, așa că oferta a fost retrasă. Vă păstrați poziția pe lista de așteptare și vă anunțăm când se eliberează alt loc.`,
          bookedElsewhere: `Locul oferit pentru „${details.exam}” din ${details.day}, ora ${details.from}, nu mai este păstrat pentru dumneavoastră, deoarece sunteți programat(ă) la acest examen în altă sesiune. Rămâneți pe lista de așteptare, dar primiți o nouă ofertă numai dacă programarea aceea este anulată.`,
          notAcceptable: `Oferta pentru „${details.exam}” din ${details.day}, ora ${details.from}, a expirat când nu o puteați accepta. Vă păstrați poziția pe lista de așteptare și vă anunțăm când primiți o nouă ofertă.`,
        }[details.because],
        details.link && '',
        details.link && `Programările dumneavoastră: ${details.link}`,
      ),
    }),
    waitingEnded: (details) => ({
      subject: `Listă de așteptare închisă: ${details.exam}`,
      text: lines(
        `Bună ziua, ${details.name},`,
        '',
        `Locul pe care îl așteptați pentru „${details.exam}”, ${details.day}, nu mai poate fi programat: perioada de programare s-a încheiat sau sesiunea, examenul, sala ori intervalul s-a modificat sau a fost șters. Nu mai sunteți pe această listă de așteptare.`,
        details.link && '',
        details.link && `Programările dumneavoastră: ${details.link}`,
      ),
    }),
  },
};

const en: Words = {
  place: ({ day, from, to, room, building, row, seat, extraMinutes }) =>
    lines(
      `Date: ${day}`,
      `Time: ${from}–${to}`,
      `Room: ${room}, ${building}`,
      `Seat: ${row === undefined ? '' : `row ${row}, `}seat ${seat}`,
      extraMinutes > 0 && `Extra time: ${extraMinutes} ${extraMinutes === 1 ? 'minute' : 'minutes'}`,
    ),
  texts: {
    confirmation: (details) => ({
      subject: `Exam appointment: ${details.exam}`,
      text: lines(
        `Hello ${details.name},`,
        '',
        `You have an appointment for the exam “${details.exam}”.`,
        '',
        en.place(details),
        details.changeableUntil &&
          `You can move or cancel it ${details.changeableFrom ? `from ${details.changeableFrom}, ` : ''}${details.isUntilBegun ? 'as long as you have not begun the exam, at the latest on' : 'until'} ${details.changeableUntil}${details.link ? `: ${details.link}` : '.'}`,
      ),
    }),
    change: (details) => ({
      subject: `Appointment changed: ${details.exam}`,
      text: lines(
        `Hello ${details.name},`,
        '',
        `Your appointment for the exam “${details.exam}” has changed. It is now:`,
        '',
        en.place(details),
        details.link && `Your appointments: ${details.link}`,
      ),
    }),
    cancellation: (details) => ({
      subject: `Appointment cancelled: ${details.exam}`,
      text: lines(
        `Hello ${details.name},`,
        '',
        `Your appointment for the exam “${details.exam}” on ${details.day} at ${details.from} has been cancelled.`,
        details.link && '',
        details.link && `Your appointments: ${details.link}`,
      ),
    }),
    reminder: (details) => ({
      subject: `Exam tomorrow: ${details.exam}`,
      text: lines(
        `Hello ${details.name},`,
        '',
        `This is a reminder that you are taking the exam “${details.exam}” tomorrow.`,
        '',
        en.place(details),
      ),
    }),
    offer: (details) => ({
      subject: `A seat is free: ${details.exam}`,
      text: lines(
        `Hello ${details.name},`,
        '',
        `You are on the waiting list for “${details.exam}” and it is your turn. We are holding this seat for you:`,
        '',
        en.place(details),
        `You can accept it until ${details.until}. After that it is offered to the next person.`,
        details.link && '',
        details.link && `Accept or decline here: ${details.link}`,
      ),
    }),
    offerEnded: (details) => ({
      subject: `Offer ended: ${details.exam}`,
      text: lines(
        `Hello ${details.name},`,
        '',
        `The seat offered for “${details.exam}” on ${details.day} at ${details.from} was not accepted by ${details.until}, so it is no longer held for you. You are no longer on this waiting list; while booking is open you can join it again.`,
        details.link && '',
        details.link && `Your appointments: ${details.link}`,
      ),
    }),
    offerWithdrawn: (details) => ({
      subject: `Offer withdrawn: ${details.exam}`,
      text: lines(
        `Hello ${details.name},`,
        '',
        {
          outOfOrder: `The seat offered for “${details.exam}” on ${details.day} at ${details.from} is out of order, so the offer has been withdrawn. You keep your position on the waiting list and will be told when another seat becomes free.`,
          bookedElsewhere: `The seat offered for “${details.exam}” on ${details.day} at ${details.from} is no longer held for you, because you have an appointment for this exam in another session. You stay on the waiting list, but get a new offer only if that appointment is cancelled.`,
          notAcceptable: `The offer for “${details.exam}” on ${details.day} at ${details.from} ended while you could not accept it. You keep your position on the waiting list and will be told when a seat is offered to you again.`,
        }[details.because],
        details.link && '',
        details.link && `Your appointments: ${details.link}`,
      ),
    }),
    waitingEnded: (details) => ({
      subject: `Waiting list closed: ${details.exam}`,
      text: lines(
        `Hello ${details.name},`,
        '',
        `The place you were waiting for (“${details.exam}”, ${details.day}) can no longer be booked: booking has closed, or the session, the exam, the room or the slot was changed or deleted. You are no longer on this waiting list.`,
        details.link && '',
        details.link && `Your appointments: ${details.link}`,
      ),
    }),
  },
};

const fr: Words = {
  place: ({ day, from, to, room, building, row, seat, extraMinutes }) =>
    lines(
      `Date : ${day}`,
      `Heure : ${from}–${to}`,
      `Salle : ${room}, ${building}`,
      `Place : ${row === undefined ? '' : `rangée ${row}, `}place ${seat}`,
      extraMinutes > 0 &&
        `Temps supplémentaire : ${extraMinutes} ${extraMinutes === 1 ? 'minute' : 'minutes'}`,
    ),
  texts: {
    confirmation: (details) => ({
      subject: `Rendez-vous d’examen : ${details.exam}`,
      text: lines(
        `Bonjour ${details.name},`,
        '',
        `Vous avez un rendez-vous pour l’examen « ${details.exam} ».`,
        '',
        fr.place(details),
        details.changeableUntil &&
          `Vous pouvez le déplacer ou l’annuler ${details.changeableFrom ? `à partir du ${details.changeableFrom}, ` : ''}${details.isUntilBegun ? 'tant que vous n’avez pas commencé l’examen, au plus tard le' : 'jusqu’au'} ${details.changeableUntil}${details.link ? ` : ${details.link}` : '.'}`,
      ),
    }),
    change: (details) => ({
      subject: `Rendez-vous modifié : ${details.exam}`,
      text: lines(
        `Bonjour ${details.name},`,
        '',
        `Votre rendez-vous pour l’examen « ${details.exam} » a changé. Le voici :`,
        '',
        fr.place(details),
        details.link && `Vos rendez-vous : ${details.link}`,
      ),
    }),
    cancellation: (details) => ({
      subject: `Rendez-vous annulé : ${details.exam}`,
      text: lines(
        `Bonjour ${details.name},`,
        '',
        `Votre rendez-vous pour l’examen « ${details.exam} » du ${details.day} à ${details.from} a été annulé.`,
        details.link && '',
        details.link && `Vos rendez-vous : ${details.link}`,
      ),
    }),
    reminder: (details) => ({
      subject: `Examen demain : ${details.exam}`,
      text: lines(
        `Bonjour ${details.name},`,
        '',
        `Nous vous rappelons que vous passez demain l’examen « ${details.exam} ».`,
        '',
        fr.place(details),
      ),
    }),
    offer: (details) => ({
      subject: `Une place s’est libérée : ${details.exam}`,
      text: lines(
        `Bonjour ${details.name},`,
        '',
        `Vous êtes sur la liste d’attente pour « ${details.exam} » et c’est votre tour. Nous vous gardons cette place :`,
        '',
        fr.place(details),
        `Vous pouvez l’accepter jusqu’au ${details.until}. Ensuite, elle est proposée à la personne suivante.`,
        details.link && '',
        details.link && `Accepter ou refuser : ${details.link}`,
      ),
    }),
    offerEnded: (details) => ({
      subject: `Proposition expirée : ${details.exam}`,
      text: lines(
        `Bonjour ${details.name},`,
        '',
        `La place proposée pour « ${details.exam} » du ${details.day} à ${details.from} n’a pas été acceptée avant le ${details.until} et n’est donc plus gardée pour vous. Vous n’êtes plus sur cette liste d’attente ; tant que les réservations sont ouvertes, vous pouvez vous y réinscrire.`,
        details.link && '',
        details.link && `Vos rendez-vous : ${details.link}`,
      ),
    }),
    offerWithdrawn: (details) => ({
      subject: `Proposition retirée : ${details.exam}`,
      text: lines(
        `Bonjour ${details.name},`,
        '',
        {
          outOfOrder: `La place proposée pour « ${details.exam} » du ${details.day} à ${details.from} est hors service ; la proposition a donc été retirée. Vous gardez votre rang sur la liste d’attente et vous serez informé(e) dès qu’une autre place se libère.`,
          bookedElsewhere: `La place proposée pour « ${details.exam} » du ${details.day} à ${details.from} n’est plus gardée pour vous, car vous avez un rendez-vous pour cet examen dans une autre session. Vous restez sur la liste d’attente, mais vous ne recevrez une nouvelle proposition que si ce rendez-vous est annulé.`,
          notAcceptable: `La proposition pour « ${details.exam} » du ${details.day} à ${details.from} a expiré alors que vous ne pouviez pas l’accepter. Vous gardez votre rang sur la liste d’attente et vous serez informé(e) dès qu’une place vous sera de nouveau proposée.`,
        }[details.because],
        details.link && '',
        details.link && `Vos rendez-vous : ${details.link}`,
      ),
    }),
    waitingEnded: (details) => ({
      subject: `Liste d’attente fermée : ${details.exam}`,
      text: lines(
        `Bonjour ${details.name},`,
        '',
        `La place que vous attendiez pour « ${details.exam} », ${details.day}, ne peut plus être réservée : la période de réservation est terminée, ou la session, l’examen, la salle ou le créneau a été modifié ou supprimé. Vous n’êtes plus sur cette liste d’attente.`,
        details.link && '',
        details.link && `Vos rendez-vous : ${details.link}`,
      ),
    }),
  },
};

const words: Record<Language, Words> = { ro, en, fr };

/** A mail about an appointment or an offered seat, in the student's language. */
export const appointmentMail = (
  language: Language,
  kind: AppointmentMailKind,
  details: MailDetails,
): MailText => words[language].texts[kind](details);

/** Place and time, line by line; the description of the calendar entry. */
export const appointmentPlace = (language: Language, details: MailDetails): string =>
  words[language].place(details).trimEnd();
