import { measure, ms, onOwnCluster, tokenOf } from './bench-server.ts';
import { loadLargeBank, paperQuestions } from './large-bank.ts';

/** Latency of lists, search, duplicate warnings and draws in a bank of 50,000 questions; goals are 95th percentiles. */
const QUESTIONS = Number(process.env.QUESTIONS ?? 50_000);
const REQUESTS = Number(process.env.ASKED ?? 100);
const WARM_UP = 10;

const people = {
  administrator: { email: 'admin@exam.test', role: 'Admin' },
  teacher: { email: 'teacher@exam.test', role: 'Profesori' },
} as const;
type Person = keyof typeof people;

const searches = [
  'atropin',
  'amoxicilină',
  'urgenta',
  'flexorul lung',
  'virusul rabic copil',
  'nimic nicăieri',
  'sulfoniluree sarcină',
  '(123',
  'în',
  'caracterizeaza',
];
const sorts = ['id', 'text', 'chapter', 'changedAt'];
const pick = <T>(from: readonly T[], n: number): T => from[n % from.length] as T;
const text = (words: string) => encodeURIComponent(words);

type Bank = Awaited<ReturnType<typeof loadLargeBank>>;
type Kind = {
  readonly name: string;
  readonly goal: number;
  readonly by: Person;
  path(n: number, bank: Bank): string;
};

const kinds: readonly Kind[] = (Object.keys(people) as Person[]).flatMap((by): Kind[] => [
  {
    name: 'list, any order and page',
    goal: 150,
    by,
    path: (n) => `questions?sort=${pick(sorts, n)}&desc=${n % 3 === 0}&skip=${(n * 331) % 15_000}`,
  },
  {
    name: 'search in texts and answers',
    goal: 300,
    by,
    path: (n) => `questions?search=${text(pick(searches, n))}`,
  },
  ...(['largest', 'usual'] as const).map((which) => ({
    name: `near duplicates in the ${which} discipline`,
    goal: which === 'largest' ? 500 : 150,
    by,
    path: (n: number, bank: Bank) =>
      `questions/similar?chapterId=${bank[which].chapterId}&text=${text(
        `Reacțiile adverse întâlnite la ${pick(['morfină', 'captopril', 'humerusul'], n)} și opioide la adult`,
      )}`,
  })),
  {
    name: `draw of ${paperQuestions} questions from ${QUESTIONS * 0.4}`,
    goal: 1000,
    by,
    path: (n, { largest }) => `disciplines/${largest.disciplineId}/samplePaper?seed=${n}`,
  },
  {
    name: `draw of ${paperQuestions} questions from ${QUESTIONS * 0.04}`,
    goal: 500,
    by,
    path: (n, { usual }) => `disciplines/${usual.disciplineId}/samplePaper?seed=${n}`,
  },
]);

process.exitCode = await onOwnCluster('bank', async (services, start) => {
  const tokens = {
    administrator: await tokenOf(services, people.administrator),
    teacher: await tokenOf(services, people.teacher),
  };
  const began = performance.now();
  const bank = await loadLargeBank(services.database, QUESTIONS, people.teacher.email);
  console.log(`${QUESTIONS} questions loaded in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  const app = await start();
  let reached = true;
  for (const { name, goal, by, path } of kinds) {
    const measured = { app, token: tokens[by], path: (n: number) => path(n, bank) };
    const { median, p95 } = await measure(measured, { requests: REQUESTS, warmUp: WARM_UP });
    reached &&= p95 <= goal;
    console.log(
      `${by.padEnd(14)} ${name.padEnd(40)} median ${ms(median)}   p95 ${ms(p95)}   goal ${goal} ms`,
    );
  }
  console.log(reached ? 'Every p95 is within its goal.' : 'Some p95 is above its goal.');
  return reached;
});
