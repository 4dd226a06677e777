import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { ExamStatistics } from '#contract/statistics.ts';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';

afterEach(closeApp);

const statistics: ExamStatistics = {
  examName: 'Anatomie',
  parts: [{ id: 1, name: 'Anatomie' }],
  partId: 1,
  fewest: 10,
  isPartial: false,
  papersDiffer: false,
  sittings: 12,
  mean: 20,
  maxPoints: 50,
  meanGrade: 4.6,
  passRate: 0.5,
  deviation: 5,
  reliability: 0.7,
  standardError: 2,
  scoringMode: 'FULL_MATCH',
  distribution: [],
  scores: [],
  questions: [
    {
      questionId: 31,
      versionId: 310,
      version: 1,
      text: 'Care este osul cel mai lung?',
      served: 12,
      omitted: 0,
      difficulty: 0.05,
      discrimination: 0.1,
      upperLower: 0.1,
      seconds: 40,
      exposure: 12,
      lastServed: null,
      answers: [],
      flags: [{ kind: 'tooHard', answer: null }],
    },
  ],
  questionCount: 1,
  flaggedCount: 1,
};

it.each([
  [
    'en',
    'Open question 31 as a case at the desk',
    'No finished exam of this session contains this question.',
  ],
  [
    'ro',
    'Deschide o sesizare pentru întrebarea 31',
    'Niciun examen încheiat din această sesiune nu conține această întrebare.',
  ],
  [
    'fr',
    'Ouvrir un signalement pour la question 31',
    'Aucun examen terminé de cette session ne contient cette question.',
  ],
] as const)(
  '[CONT-8][API-4] says in %s why no case is opened from a page that is older than the reopening of its exams',
  async (language, name, refusal) => {
    const wire = stubWire({
      'GET statistics/exams': { body: statistics },
      'POST examContests/cases': { status: 409, body: { error: 'contestation.notServed', params: {} } },
    });
    const { href } = await openApp('/studentsExams?view=statistics&examCustomId=4&sessionId=2', {
      as: loginData({ role: 'Profesori' }),
      language,
    });
    const before = href();
    fireEvent.click(await screen.findByRole('button', { name }));
    expect((await screen.findByRole('alert')).textContent).toBe(refusal);
    expect(href()).toBe(before);
    expect(wire.sent.findLast(({ method }) => method === 'POST')?.body).toEqual({
      versionId: 310,
      sessionId: 2,
    });
  },
);
