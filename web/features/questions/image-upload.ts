import { useEffect, useRef, useState } from 'react';
import { upload } from '#web/api/upload.ts';
import { textOfCode, textsOfError } from '#web/base/error-text.ts';

/** What an image belongs to: the question, or an answer line. */
export type ImageTarget = 'question' | number;

export type Upload =
  | { readonly state: 'running'; readonly share: number; readonly picture: string }
  | { readonly state: 'failed'; readonly reason: string };

/** Uploads images as soon as they are added and reports their progress. */
export function useImageUploads(onUploaded: (target: ImageTarget, name: string) => void) {
  const [uploads, setUploads] = useState<ReadonlyMap<ImageTarget, Upload>>(new Map());
  const running = useRef(new Map<ImageTarget, AbortController>());

  useEffect(() => {
    const left = running.current;
    return () => {
      for (const controller of left.values()) controller.abort();
    };
  }, []);

  const note = (target: ImageTarget, upload: Upload | undefined) =>
    setUploads((before) => {
      const next = new Map(before);
      if (upload === undefined) next.delete(target);
      else next.set(target, upload);
      return next;
    });

  const start = async (target: ImageTarget, file: File): Promise<void> => {
    running.current.get(target)?.abort();
    if (!file.type.startsWith('image/'))
      return note(target, { state: 'failed', reason: textOfCode('image.unreadable') });
    const controller = new AbortController();
    running.current.set(target, controller);
    const picture = URL.createObjectURL(file);
    note(target, { state: 'running', share: 0, picture });
    try {
      const { name } = await upload<{ name: string }>(
        target === 'question' ? 'questionImages' : 'answerImages',
        file,
        {
          signal: controller.signal,
          onProgress: (share) => note(target, { state: 'running', share, picture }),
        },
      );
      note(target, undefined);
      onUploaded(target, name);
    } catch (error) {
      if (controller.signal.aborted) return;
      note(target, { state: 'failed', reason: textsOfError(error).join(' ') });
    } finally {
      URL.revokeObjectURL(picture);
      if (running.current.get(target) === controller) running.current.delete(target);
    }
  };

  const forget = (target: ImageTarget) => {
    running.current.get(target)?.abort();
    running.current.delete(target);
    note(target, undefined);
  };

  return {
    uploads,
    start: (target: ImageTarget, file: File) => void start(target, file),
    forget,
    isRunning: [...uploads.values()].some((one) => one.state === 'running'),
  };
}
