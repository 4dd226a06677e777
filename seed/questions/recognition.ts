import { sample, seededRandom } from '#domain/exam-structure/seeded-random.ts';
import type { ClassTable } from './classes.ts';
import type { WrittenQuestion } from './written-question.ts';

const phrasings: readonly ((name: string, members: string) => string)[] = [
  (name, members) => `Care ${members} de mai jos sunt ${name}?`,
  (name) => `Sunt ${name}:`,
  (name, members) => `Recunoașteți, în lista de mai jos, ce ${members} sunt ${name}:`,
  (name) => `Alegeți răspunsurile care numesc ${name}.`,
  (name) => `Grupa „${name}” cuprinde:`,
  (name, members) => `Ce ${members} de mai jos fac parte din grupa „${name}”?`,
];

const membersOf = (list: string) => list.split(', ');
const answer = (isCorrect: boolean) => (text: string) => ({
  text,
  image: null,
  isCorrect,
  referenceTitle: null,
  referencePage: null,
});

/** Questions about class membership: one per class and wording. */
export function recognitionQuestions({ chapter, members, classes }: ClassTable): WrittenQuestion[] {
  return Object.entries(classes).flatMap(([name, list]) => {
    const others = Object.entries(classes).flatMap(([other, all]) => (other === name ? [] : membersOf(all)));
    return phrasings.map((phrase, index) => {
      const random = seededRandom(`${chapter.code} ${name} ${index}`);
      const own = membersOf(list);
      return {
        chapter,
        text: phrase(name, members),
        drawing: undefined,
        answers: [
          ...sample(random, own, Math.min(own.length, 5 + random.below(2))).map(answer(true)),
          ...sample(random, others, 5 + random.below(3)).map(answer(false)),
        ],
      };
    });
  });
}
