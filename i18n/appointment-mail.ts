import type { Language } from './languages.ts';

type MailText = { readonly subject: string; readonly text: string };
export type AppointmentMailKind =
  | 'confirmation'
  | 'change'
  | 'cancellation'
  | 'reminder'
  | 'offer'
  | 'offerEnded';

/** What a mail about an appointment says; days, hours and moments are already formatted. */
type Told = {
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
  /** Where booking is; undefined when the public address of the product is not set. */
  readonly link: string | undefined;
};

type Words = {
  readonly texts: Record<AppointmentMailKind, (told: Told) => MailText>;
  readonly place: (told: Told) => string;
};

const lines = (...all: readonly (string | undefined | false)[]) =>
  `${all.filter((line) => line !== undefined && line !== false).join('\n')}\n`;

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
    confirmation: (told) => ({
      subject: `Programare la examen: ${told.exam}`,
      text: lines(
        `Bună ziua, ${told.name},`,
        '',
        `Sunteți programat(ă) la examenul „${told.exam}”.`,
        '',
        ro.place(told),
        told.link && `Puteți muta sau anula programarea până la închiderea programărilor: ${told.link}`,
      ),
    }),
    change: (told) => ({
      subject: `Programare modificată: ${told.exam}`,
      text: lines(
        `Bună ziua, ${told.name},`,
        '',
        `Programarea la examenul „${told.exam}” s-a modificat. Acum este:`,
        '',
        ro.place(told),
        told.link && `Programările dumneavoastră: ${told.link}`,
      ),
    }),
    cancellation: (told) => ({
      subject: `Programare anulată: ${told.exam}`,
      text: lines(
        `Bună ziua, ${told.name},`,
        '',
        `Programarea la examenul „${told.exam}” din ${told.day}, ora ${told.from}, a fost anulată.`,
        told.link && '',
        told.link && `Programările dumneavoastră: ${told.link}`,
      ),
    }),
    reminder: (told) => ({
      subject: `Mâine aveți examen: ${told.exam}`,
      text: lines(
        `Bună ziua, ${told.name},`,
        '',
        `Vă reamintim că mâine susțineți examenul „${told.exam}”.`,
        '',
        ro.place(told),
      ),
    }),
    offer: (told) => ({
      subject: `S-a eliberat un loc: ${told.exam}`,
      text: lines(
        `Bună ziua, ${told.name},`,
        '',
        `Sunteți pe lista de așteptare pentru „${told.exam}” și v-a venit rândul. Vă păstrăm locul:`,
        '',
        ro.place(told),
        `Îl puteți accepta până pe ${told.until}. După aceea, locul este oferit următoarei persoane.`,
        told.link && '',
        told.link && `Acceptați sau refuzați aici: ${told.link}`,
      ),
    }),
    offerEnded: (told) => ({
      subject: `Ofertă expirată: ${told.exam}`,
      text: lines(
        `Bună ziua, ${told.name},`,
        '',
        `Locul oferit pentru „${told.exam}” din ${told.day}, ora ${told.from}, nu a fost acceptat până pe ${told.until} și este oferit următoarei persoane. Nu mai sunteți pe această listă de așteptare; vă puteți înscrie din nou.`,
        told.link && '',
        told.link && `Programările dumneavoastră: ${told.link}`,
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
    confirmation: (told) => ({
      subject: `Exam appointment: ${told.exam}`,
      text: lines(
        `Hello ${told.name},`,
        '',
        `You have an appointment for the exam “${told.exam}”.`,
        '',
        en.place(told),
        told.link && `You can move or cancel it until booking closes: ${told.link}`,
      ),
    }),
    change: (told) => ({
      subject: `Appointment changed: ${told.exam}`,
      text: lines(
        `Hello ${told.name},`,
        '',
        `Your appointment for the exam “${told.exam}” has changed. It is now:`,
        '',
        en.place(told),
        told.link && `Your appointments: ${told.link}`,
      ),
    }),
    cancellation: (told) => ({
      subject: `Appointment cancelled: ${told.exam}`,
      text: lines(
        `Hello ${told.name},`,
        '',
        `Your appointment for the exam “${told.exam}” on ${told.day} at ${told.from} was cancelled.`,
        told.link && '',
        told.link && `Your appointments: ${told.link}`,
      ),
    }),
    reminder: (told) => ({
      subject: `Exam tomorrow: ${told.exam}`,
      text: lines(
        `Hello ${told.name},`,
        '',
        `This is a reminder that you take the exam “${told.exam}” tomorrow.`,
        '',
        en.place(told),
      ),
    }),
    offer: (told) => ({
      subject: `A seat is free: ${told.exam}`,
      text: lines(
        `Hello ${told.name},`,
        '',
        `You are on the waiting list for “${told.exam}” and it is your turn. We hold this seat for you:`,
        '',
        en.place(told),
        `You can accept it until ${told.until}. After that it is offered to the next person.`,
        told.link && '',
        told.link && `Accept or decline here: ${told.link}`,
      ),
    }),
    offerEnded: (told) => ({
      subject: `Offer ended: ${told.exam}`,
      text: lines(
        `Hello ${told.name},`,
        '',
        `The seat offered for “${told.exam}” on ${told.day} at ${told.from} was not accepted by ${told.until} and goes to the next person. You are no longer on this waiting list; you can join it again.`,
        told.link && '',
        told.link && `Your appointments: ${told.link}`,
      ),
    }),
  },
};

const fr: Words = {
  place: ({ day, from, to, room, building, row, seat, extraMinutes }) =>
    lines(
      `Date : ${day}`,
      `Heure : ${from}–${to}`,
      `Salle : ${room}, ${building}`,
      `Place : ${row === undefined ? '' : `rangée ${row}, `}place ${seat}`,
      extraMinutes > 0 &&
        `Temps supplémentaire : ${extraMinutes} ${extraMinutes === 1 ? 'minute' : 'minutes'}`,
    ),
  texts: {
    confirmation: (told) => ({
      subject: `Rendez-vous d’examen : ${told.exam}`,
      text: lines(
        `Bonjour ${told.name},`,
        '',
        `Vous avez un rendez-vous pour l’examen « ${told.exam} ».`,
        '',
        fr.place(told),
        told.link &&
          `Vous pouvez le déplacer ou l’annuler jusqu’à la clôture des inscriptions : ${told.link}`,
      ),
    }),
    change: (told) => ({
      subject: `Rendez-vous modifié : ${told.exam}`,
      text: lines(
        `Bonjour ${told.name},`,
        '',
        `Votre rendez-vous pour l’examen « ${told.exam} » a changé. Le voici :`,
        '',
        fr.place(told),
        told.link && `Vos rendez-vous : ${told.link}`,
      ),
    }),
    cancellation: (told) => ({
      subject: `Rendez-vous annulé : ${told.exam}`,
      text: lines(
        `Bonjour ${told.name},`,
        '',
        `Votre rendez-vous pour l’examen « ${told.exam} » du ${told.day} à ${told.from} a été annulé.`,
        told.link && '',
        told.link && `Vos rendez-vous : ${told.link}`,
      ),
    }),
    reminder: (told) => ({
      subject: `Examen demain : ${told.exam}`,
      text: lines(
        `Bonjour ${told.name},`,
        '',
        `Nous vous rappelons que vous passez demain l’examen « ${told.exam} ».`,
        '',
        fr.place(told),
      ),
    }),
    offer: (told) => ({
      subject: `Une place s’est libérée : ${told.exam}`,
      text: lines(
        `Bonjour ${told.name},`,
        '',
        `Vous êtes sur la liste d’attente pour « ${told.exam} » et c’est votre tour. Nous vous gardons cette place :`,
        '',
        fr.place(told),
        `Vous pouvez l’accepter jusqu’au ${told.until}. Ensuite, elle est proposée à la personne suivante.`,
        told.link && '',
        told.link && `Accepter ou refuser : ${told.link}`,
      ),
    }),
    offerEnded: (told) => ({
      subject: `Proposition expirée : ${told.exam}`,
      text: lines(
        `Bonjour ${told.name},`,
        '',
        `La place proposée pour « ${told.exam} » du ${told.day} à ${told.from} n’a pas été acceptée avant le ${told.until} et revient à la personne suivante. Vous n’êtes plus sur cette liste d’attente ; vous pouvez vous y réinscrire.`,
        told.link && '',
        told.link && `Vos rendez-vous : ${told.link}`,
      ),
    }),
  },
};

const words: Record<Language, Words> = { ro, en, fr };

/** A mail about an appointment or an offered seat, in the student's language. */
export const appointmentMail = (language: Language, kind: AppointmentMailKind, told: Told): MailText =>
  words[language].texts[kind](told);

/** Where and when, as lines; the description of the calendar entry. */
export const appointmentPlace = (language: Language, told: Told): string =>
  words[language].place(told).trimEnd();
