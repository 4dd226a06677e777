import { expect, it } from 'vitest';
import type { SignedInPerson } from '#server/testing/accounts.ts';
import { aContestedExam, aFinishedExam, filed } from '#server/testing/contestations.ts';
import { evidenceOf, holderOf, resolve } from '#server/testing/resolving.ts';
import { useTestServer } from '#server/testing/server.ts';
import { mailEnvironment, useTestMailServer } from '#server/testing/smtp.ts';
import { sendContestMails } from './mail-job.ts';

const mail = useTestMailServer({});
const server = useTestServer(() => ({ environment: { ...mailEnvironment(mail), INSTITUTION: 'umfst' } }));

const languages = ['ro', 'en', 'fr'] as const;
type Language = (typeof languages)[number];
const speaks = (person: SignedInPerson, language: Language) => person.put('profile/language', { language });
const sentTo = async (email: string | undefined) => {
  await sendContestMails(server.services);
  return mail.received.splice(0).filter(({ to }) => to[0] === email);
};

const months: Record<Language, string> = {
  ro: 'ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie',
  en: 'January February March April May June July August September October November December',
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
};
/** A day as `2026-03-04`, in words. */
const dayIn = (language: Language, day: string) => {
  const [year, month, date] = day.split('-').map(Number);
  const ordinal = language === 'fr' && date === 1 ? 'er' : '';
  return `${date}${ordinal} ${months[language].split(' ')[(month ?? 1) - 1]} ${year}`;
};

const changed: Record<Language, { subject: string; lines: (day: string) => string[] }> = {
  ro: {
    subject: 'Notă modificată: Examen contestat',
    lines: (day) => [
      `rezultatul dumneavoastră la examenul „Examen contestat” din ${day} a fost recalculat.`,
      'Punctaj: 0,00 înainte, 10,00 acum.',
      'Nota: 1,00 înainte, 10,00 acum.',
      'Rezultatele dumneavoastră: https://exams.university.test/',
    ],
  },
  en: {
    subject: 'Grade changed: Examen contestat',
    lines: (day) => [
      `your result in the exam “Examen contestat” taken on ${day} has been recalculated.`,
      'Score: 0.00 before, 10.00 now.',
      'Grade: 1.00 before, 10.00 now.',
      'Your results: https://exams.university.test/',
    ],
  },
  fr: {
    subject: 'Note modifiée\u00a0: Examen contestat',
    lines: (day) => [
      `votre résultat à l’examen «\u202fExamen contestat\u202f» du ${day} a été recalculé.`,
      'Score\u00a0: 0,00 avant, 10,00 maintenant.',
      'Note\u00a0: 1,00 avant, 10,00 maintenant.',
      'Vos résultats\u00a0: https://exams.university.test/',
    ],
  },
};

it.each(languages)(
  '[CONT-10] a student without an appeal gets a mail about a changed grade, in %s',
  async (language) => {
    const contested = await aContestedExam(server, { questions: 1, isWhole: true });
    const [one, silent] = [
      await aFinishedExam(server, contested, { answer: [] }),
      await aFinishedExam(server, contested, { answer: [] }),
    ];
    await speaks(silent.student, language);
    const id = await filed(one, [1]);
    const [question] = await evidenceOf(holderOf(contested), id);
    const answerIds = question?.scored?.answerExams.map((answer) => answer.id);
    const examQuestionId = one.questionId(1);
    await resolve(holderOf(contested), id, {
      examQuestionId,
      accepted: true,
      settle: 'removeAnswer',
      answerIds,
    });
    const [notice, ...others] = await sentTo(silent.student.email);
    expect(others).toEqual([]);
    expect(notice?.subject.startsWith(changed[language].subject)).toBe(true);
    const [{ day } = { day: '' }] = await server.database.sql<{ day: string }[]>`
    select to_char(started_at, 'YYYY-MM-DD') as day from exams where id = ${silent.exam.id}`;
    for (const line of changed[language].lines(dayIn(language, day))) expect(notice?.text).toContain(line);
  },
);

const reminders: Record<Language, (until: string) => { subject: string; lines: string[] }> = {
  ro: (day) => ({
    subject: `Contestații de soluționat până pe ${day} la 14:05`,
    lines: [
      `În sesiunea „Sesiunea de azi” o contestație așteaptă decizia dumneavoastră. Termenul este ${day} la 14:05.`,
      'Contestații: https://exams.university.test/contestations',
    ],
  }),
  en: (day) => ({
    subject: `Contestations to resolve by ${day} at 14:05`,
    lines: [
      `In the session “Sesiunea de azi” one contestation is waiting for your decision. The deadline is ${day} at 14:05.`,
      'Contestations: https://exams.university.test/contestations',
    ],
  }),
  fr: (day) => ({
    subject: `Contestations à traiter avant le ${day} à 14:05`,
    lines: [
      `Dans la session «\u202fSesiunea de azi\u202f», une contestation attend votre décision. L’échéance est le ${day} à 14:05.`,
      'Contestations\u00a0: https://exams.university.test/contestations',
    ],
  }),
};

it.each(languages)('[CONT-5] a holder is reminded with the deadline, in %s', async (language) => {
  const contested = await aContestedExam(server);
  const holder = holderOf(contested);
  await speaks(holder, language);
  await filed(await aFinishedExam(server, contested), [1]);
  // Tomorrow at 14:05 on the university's clock, which is less than 48 hours away.
  const [{ day } = { day: '' }] = await server.database.sql<{ day: string }[]>`
    update exam_sessions set contest_end_date = now(), contest_resolve_end_date =
           (date_trunc('day', now() at time zone 'Europe/Bucharest') + interval '1 day 14 hours 5 minutes')
             at time zone 'Europe/Bucharest'
     where id = ${contested.sessionId}
    returning to_char(contest_resolve_end_date at time zone 'Europe/Bucharest', 'YYYY-MM-DD') as day`;
  const [reminder, ...others] = await sentTo(holder.email);
  expect(others).toEqual([]);
  const { subject, lines } = reminders[language](dayIn(language, day));
  expect(reminder?.subject).toBe(subject);
  for (const line of lines) expect(reminder?.text).toContain(line);
});
