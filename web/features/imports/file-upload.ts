import { useEffect, useRef, useState } from 'react';
import type { QuestionFileFormat } from '#contract/imports.ts';
import { type Finding, findings } from '#domain/imports/findings.ts';
import type { ImportKind } from '#domain/imports/import-kind.ts';
import { upload } from '#web/api/upload.ts';
import { ApiError } from '#web/base/api-error.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { findingText } from './finding-text.ts';
import { useImportCalls } from './import-calls.ts';

export type Upload =
  | { readonly state: 'idle' }
  /** From 0 to 1; at 1 the server is parsing the file. */
  | { readonly state: 'running'; readonly fileName: string; readonly share: number }
  /** Without a reason the connection was lost: the server may have the file and go on. */
  | { readonly state: 'refused'; readonly fileName: string; readonly reason: string | undefined };

/** Why a file was refused, in the current language. */
function reasonOf(error: unknown): string {
  if (error instanceof ApiError && error.code === 'import.refused') {
    const { reason, ...params } = error.params;
    if (typeof reason === 'string' && Object.hasOwn(findings, reason))
      return findingText({ code: reason as Finding['code'], params });
  }
  return textsOfError(error).join(' ');
}

/** Uploads a file and reports its progress. The server finishes parsing even if the user leaves the page. */
export function useFileUpload(kind: ImportKind, onRead: (importId: number) => void) {
  const [state, setState] = useState<Upload>({ state: 'idle' });
  const { refreshList } = useImportCalls();
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);

  const start = async (file: File, format: QuestionFileFormat | null): Promise<void> => {
    const fileName = file.name;
    setState({ state: 'running', fileName, share: 0 });
    const query = new URLSearchParams({
      lang: currentLanguage(),
      ...(format === null ? {} : { format }),
      background: 'true',
    });
    try {
      const { importId } = await upload<{ importId: number }>(`imports/${kind}?${query}`, file, {
        onProgress: (share) => setState({ state: 'running', fileName, share }),
      });
      if (!left.current) onRead(importId);
    } catch (error) {
      const isLost = error instanceof ApiError && error.code === 'server.unavailable';
      setState({ state: 'refused', fileName, reason: isLost ? undefined : reasonOf(error) });
      if (isLost) await refreshList();
    }
  };
  return {
    upload: state,
    start: (file: File, format: QuestionFileFormat | null) => void start(file, format),
  };
}
