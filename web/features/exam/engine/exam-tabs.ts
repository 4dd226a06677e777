type TabMessage = {
  readonly examId: number;
  readonly writer: string;
  /** Took the exam over, or has left it with everything kept that was ticked there. */
  readonly is: 'took' | 'left';
};

export type ExamTabs = {
  readonly post: (message: TabMessage) => void;
  readonly close: () => void;
};

/**
 * Messages between the tabs of this browser about an exam: a tab that was taken over shows it before anything is ticked there
 * in vain. Without them the server's refusal says the same a little later.
 */
export function openTabs(onMessage: (message: TabMessage) => void): ExamTabs {
  if (typeof BroadcastChannel === 'undefined') return { post: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel('exam');
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => onMessage(data);
  return { post: (message) => channel.postMessage(message), close: () => channel.close() };
}
