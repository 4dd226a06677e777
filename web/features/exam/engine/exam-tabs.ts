type TabMessage = {
  readonly examId: number;
  readonly writer: string;
  /** The tab took the exam over, or left it with all its ticks stored. */
  readonly is: 'took' | 'left';
};

export type ExamTabs = {
  readonly post: (message: TabMessage) => void;
  readonly close: () => void;
};

/**
 * Messages about an exam between the tabs of this browser. A tab that lost the exam says so before the student
 * ticks anything that would be refused. Without these messages the server's refusal says the same a little later.
 */
export function openTabs(onMessage: (message: TabMessage) => void): ExamTabs {
  if (typeof BroadcastChannel === 'undefined') return { post: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel('exam');
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => onMessage(data);
  return { post: (message) => channel.postMessage(message), close: () => channel.close() };
}
