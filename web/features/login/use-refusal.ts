import { useState } from 'react';
import { ApiError } from '#web/base/api-error.ts';
import { textOfCode, textsOfError } from '#web/base/error-text.ts';

type FieldTexts = Readonly<Record<string, string>>;
export type ShownRefusal = { readonly text: string | undefined; readonly fields: FieldTexts };

const nothing: ShownRefusal = { text: undefined, fields: {} };

/** A refusal as shown in a form: under the fields it names, otherwise above them. */
function shownRefusal(error: unknown): ShownRefusal {
  if (error instanceof ApiError && error.errors.length > 0) {
    const fields = error.errors.map(
      ({ path, error: code, params }) => [path, textOfCode(code, params)] as const,
    );
    return { text: undefined, fields: Object.fromEntries(fields) };
  }
  return { text: textsOfError(error).join(' '), fields: {} };
}

/** Submits a form once its required fields are filled, and keeps the refusal. */
export function useRefusal() {
  const [refusal, setRefusal] = useState<ShownRefusal>(nothing);
  const [isWorking, setWorking] = useState(false);

  const attempt = async (
    empty: Readonly<Record<string, boolean>>,
    send: () => Promise<void>,
  ): Promise<boolean> => {
    const missing = Object.keys(empty).filter((name) => empty[name]);
    if (missing.length > 0) {
      const required = textOfCode('validation.required');
      setRefusal({ text: undefined, fields: Object.fromEntries(missing.map((name) => [name, required])) });
      return false;
    }
    // The last refusal stays until the response, so that no button moves under a second click.
    setWorking(true);
    try {
      await send();
      setRefusal(nothing);
      return true;
    } catch (error) {
      setRefusal(shownRefusal(error));
      return false;
    } finally {
      setWorking(false);
    }
  };

  /** Removes the refusal of a field, which is being changed. */
  const accept = (changed: string) =>
    setRefusal(({ text, fields }) => ({
      text,
      fields: Object.fromEntries(Object.entries(fields).filter(([name]) => name !== changed)),
    }));

  return { refusal, isWorking, attempt, accept, refuse: setRefusal };
}
