import type { DecisionDraft } from './decision-draft.ts';
import type { TechnicalDraft } from './technical-draft.ts';

/** Unsent decisions, by contestation and question. */
export type Draft =
  | { readonly of: 'question'; readonly draft: DecisionDraft }
  | { readonly of: 'technical'; readonly draft: TechnicalDraft };
export type Drafts = Readonly<Record<string, Draft | undefined>>;

export const draftKey = (contestId: number, examQuestionId: number) => `${contestId} ${examQuestionId}`;

/** Whether a typed reply is unsent. */
export const hasUnsent = (drafts: Drafts): boolean =>
  Object.values(drafts).some((one) => (one?.draft.reply.trim() ?? '') !== '');
