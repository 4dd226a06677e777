import { type Actor, type Audience, audiences, isOf } from '#domain/access/actor.ts';

const offeredKey = 'toursOffered';

function offered(): readonly string[] {
  return (localStorage.getItem(offeredKey) ?? '').split(' ').filter(Boolean);
}

const audiencesOf = (actor: Actor): readonly Audience[] =>
  audiences.filter((audience) => isOf(actor, audience));

/** Whether one of the actor's roles has not been offered the tour in this browser yet. */
export function isTourOfferDue(actor: Actor): boolean {
  const known = offered();
  return audiencesOf(actor).some((audience) => !known.includes(audience));
}

/** Remembers that the tour was offered to everybody the actor is. */
export function rememberTourOffer(actor: Actor): void {
  localStorage.setItem(offeredKey, [...new Set([...offered(), ...audiencesOf(actor)])].join(' '));
}
