type Word = {
  readonly examId: number;
  readonly writer: string;
  /** Took the exam over, or has left it with everything kept that was ticked there. */
  readonly is: 'took' | 'left';
};

export type ExamTabs = {
  readonly say: (word: Word) => void;
  readonly close: () => void;
};

/**
 * What the tabs of this browser tell each other about an exam, so that the one that was taken over says so before anything
 * is ticked there in vain. Without it the server's refusal tells the same a little later.
 */
export function openTabs(hear: (word: Word) => void): ExamTabs {
  if (typeof BroadcastChannel === 'undefined') return { say: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel('exam');
  channel.onmessage = ({ data }: MessageEvent<Word>) => hear(data);
  return { say: (word) => channel.postMessage(word), close: () => channel.close() };
}
