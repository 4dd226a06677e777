import { type Actor, type Audience, audiences, isOf } from '#domain/access/actor.ts';

const offeredKey = 'toursOffered';

function offered(): readonly string[] {
  return (localStorage.getItem(offeredKey) ?? '').split(' ').filter(Boolean);
}

const audiencesOf = (actor: Actor): readonly Audience[] =>
  audiences.filter((audience) => isOf(actor, audience));

/** Whether the tour has not yet been offered in this browser to one of the actor's roles. */
export function isTourOfferDue(actor: Actor): boolean {
  const known = offered();
  return audiencesOf(actor).some((audience) => !known.includes(audience));
}

/** Records that the tour was offered to all roles of the actor. */
export function rememberTourOffer(actor: Actor): void {
  localStorage.setItem(offeredKey, [...new Set([...offered(), ...audiencesOf(actor)])].join(' '));
}
