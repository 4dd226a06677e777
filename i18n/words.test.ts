import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { finding } from '#domain/imports/findings.ts';
import { en } from './en/en.ts';
import { fr } from './fr/fr.ts';
import { findingText, findingTexts } from './imports.ts';
import { invitationMail, setPasswordMail } from './mail.ts';
import { auditWords } from './ro/audit-words.ts';
import { ro } from './ro/ro.ts';

const catalogues = { ro, en, fr };
const withDe = (count: number) => new Intl.PluralRules('ro').select(count) === 'other';
type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The words the university uses: where they stand, and the wording they replaced, which is used nowhere. */
test.each([
  ['ro', 'board.trouble_directory', 'Serviciul de autentificare (LDAP) nu răspunde', /directorul/i],
  ['ro', 'errors.auth.directoryDown', 'Serviciul de autentificare (LDAP) nu răspunde', /directorul/i],
  ['ro', 'simulation.lead', 'fără efect asupra notelor', /nimic nu contează/i],
  ['ro', 'questions.keysHint', 'se elimină', /: elimină/i],
  ['ro', 'structure.oneTimeMake', 'Generează parola', /fă parola/i],
  ['ro', 'importScreen.formatAuto', 'Detectare automată', /recunoaște singur/i],
  ['ro', 'dashboard.asked', 'Ce conține examenul', /ce se cere'/i],
  ['ro', 'prepareExam.asked', 'Ce conține examenul', /ce se cere'/i],
  ['ro', 'prepareExam.openFor', 'Mai poate fi început', /se poate începe încă/i],
  ['ro', 'examStructure.feasibility', 'Acoperirea din banca de întrebări', /ce poate acoperi/i],
  ['ro', 'examResult.mark_leftOut', 'Corect lăsat nebifat', /pe bună dreptate/i],
  ['ro', 'dashboard.missed', 'Neprezentat', /(?<!\p{L})ratat/iu],
  ['ro', 'office.state_missed', 'neprezentat', /'absen[tț]/i],
  ['ro', 'rehearsal.browser', 'Browserul', /navigator/i],
  ['ro', 'exam.skip', 'Sari peste', /'sari'/i],
  ['ro', 'exam.finishNext', 'imediat', /îndată|numaidecât/i],
  ['en', 'prepareExam.openFor', 'Can still be started for', /can be begun/i],
  ['en', 'simulation.resume', 'Resume', /'go on/i],
  ['en', 'exam.finishConfirmUnanswered', 'Hand in anyway', /all the same/i],
  ['en', 'dashboard.greeting', 'Hello', /good day/i],
  ['fr', 'simulation.lead', 'sans effet sur les notes', /rien ne compte/i],
  ['fr', 'examResult.simulationHint', 'sans effet sur les notes', /elle ne compte pas/i],
  ['fr', 'importScreen.formatAuto', 'Détection automatique', /reconnaître seul/i],
  ['fr', 'exam.finish', 'Rendre la copie', /(?<!p)rendre l’examen/i],
  ['fr', 'exam.finishTitle', 'Rendre la copie', /(?<!p)rendre l’examen/i],
] as const)('%s: %s says “%s”', (language, key, wanted, replaced) => {
  const [area = '', ...name] = key.split('.');
  expect((catalogues[language] as Texts)[area]?.[name.join('.')]).toContain(wanted);
  expect(linesIn(language).filter((line) => replaced.test(line))).toEqual([]);
});

/** The lines of the catalogue of a language and of the mails, which hold all languages in one file. */
function linesIn(language: string): string[] {
  const folder = join(import.meta.dirname, language);
  const mails = readdirSync(import.meta.dirname).filter((file) => file.endsWith('mail.ts'));
  const files = [...readdirSync(folder).map((file) => join(folder, file)), ...mails.map(besideThis)];
  return files.flatMap((file) => readFileSync(file, 'utf8').split('\n'));
}
const besideThis = (file: string) => join(import.meta.dirname, file);

describe('the noun after a number', () => {
  /** What follows a number and is counted by none: verbs, and texts that end with it. */
  const notCounted = /^(?:$|[^ ]| (?:promovează|coboară|au|sont|passent|ont)(?= |$))/;

  /** The texts of a plural form whose words after the number are wrong. */
  function wrong(catalogue: Texts, form: string, isRight: (after: string) => boolean) {
    const counted = Object.entries(catalogue).flatMap(([area, texts]) =>
      Object.entries(texts)
        .filter(([key]) => key.endsWith(form))
        .flatMap(([key, text]) =>
          [...text.matchAll(/\{\{count\}\}(.*)/gs)].map(([, after = '']) => ({
            key: `${area}.${key}`,
            after,
          })),
        ),
    );
    expect(counted.length).toBeGreaterThan(50);
    return counted
      .filter(({ after }) => !isRight(after))
      .map(({ key, after }) => `${key}: {{count}}${after}`);
  }

  it('has “de” before it in Romanian from 20 on, and not below', () => {
    expect(wrong(ro, '_other', (after) => after.startsWith(' de ') || notCounted.test(after))).toEqual([]);
    expect(wrong(ro, '_few', (after) => !after.startsWith(' de '))).toEqual([]);
  });

  it('has “de” from 20 on also in texts without plural forms', () => {
    const texts = Object.entries({ ...ro, findings: findingTexts.ro, auditWords } as Texts).flatMap(
      ([area, all]) => Object.entries(all).map(([key, text]) => ({ key: `${area}.${key}`, text })),
    );
    const nouns = new Set(
      texts.flatMap(({ text }) =>
        [...text.matchAll(/(?:\{\{count\}\} de|\{\{\w+, de\}\}) ([\p{L}-]+)/gu)].map(([, noun = '']) => noun),
      ),
    );
    expect(nouns.size).toBeGreaterThan(30);
    const fixed = texts
      .filter(({ key }) => !/_(?:one|few|other)$/.test(key))
      .flatMap(({ key, text }) =>
        [...text.matchAll(/\{\{\w+\}\} (?:de )?([\p{L}-]+)/gu)]
          .filter(([, noun = '']) => nouns.has(noun))
          .map(([found]) => `${key}: ${found}`),
      );
    expect(fixed).toEqual([]);
    // Numbers that are part of a text.
    const written = texts.flatMap(({ key, text }) =>
      [...text.matchAll(/(?<![\d.,:+–])(\d+) (de )?([\p{L}-]+)/gu)]
        .filter(
          ([, number, de, noun = '']) => nouns.has(noun) && (de !== undefined) !== withDe(Number(number)),
        )
        .map(([found]) => `${key}: ${found}`),
    );
    expect(written).toEqual([]);
  });

  it('has “de” in mails from 20 on', () => {
    const link = 'https://exam.test';
    const life = (minutes: number) => setPasswordMail('ro', { name: 'Ana', link, minutes }).text;
    expect([19, 60, 101].map((minutes) => /timp de (.*?)\./.exec(life(minutes))?.[1])).toEqual([
      '19 minute',
      '60 de minute',
      '101 minute',
    ]);
    const days = (count: number) => invitationMail('ro', { name: 'Ana', link, days: count }).text;
    expect([7, 30].map((count) => /timp de (.*?)\./.exec(days(count))?.[1])).toEqual([
      '7 zile',
      '30 de zile',
    ]);
  });

  it('is written in every way of filling in a text', () => {
    const text = (max: number) => findingText(finding('import.tooManyAnswers', { max }), 'ro');
    expect(text(19)).toContain('mai mult de 19 răspunsuri');
    expect(text(30)).toContain('mai mult de 30 de răspunsuri');
  });

  it('has “de” before it in French after millions', () => {
    expect(wrong(fr, '_many', (after) => /^ (?:de |d’)/.test(after) || notCounted.test(after))).toEqual([]);
  });

  it('takes the Romanian form with “de” for 20, 40, 100 and 120, not for 2, 19, 101 and 119', () => {
    const rules = new Intl.PluralRules('ro');
    expect([20, 40, 100, 120].map((count) => rules.select(count))).toEqual(Array(4).fill('other'));
    expect([0, 2, 19, 101, 119].map((count) => rules.select(count))).toEqual(Array(5).fill('few'));
  });
});
