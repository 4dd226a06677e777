import { useEffect, useState } from 'react';
import { checkBrowser } from './check-browser.ts';
import { checkConnection } from './check-connection.ts';
import { checkRecording } from './check-recording.ts';
import { checkStorage } from './check-storage.ts';
import type { Finding, Findings } from './finding.ts';
import { judgeKey } from './judge-key.ts';

/** Phones and tablets have no keyboard; students tap the answers. */
const hasKeyboard = () => !window.matchMedia('(hover: none) and (pointer: coarse)').matches;

function firstFindings(): Findings {
  const running: Finding = { state: 'running' };
  return {
    browser: checkBrowser(),
    connection: running,
    clock: running,
    keyboard: hasKeyboard()
      ? { state: 'waiting', says: (t) => t('rehearsal.keyboard_waiting') }
      : { state: 'note', says: (t) => t('rehearsal.keyboard_touch') },
    storage: running,
    recording: running,
  };
}

/** The findings about this computer, as they arrive. */
export function useChecks(): Findings {
  const [findings, setFindings] = useState(firstFindings);
  useEffect(() => {
    let isMounted = true;
    const found = (some: Partial<Findings>) => {
      if (isMounted) setFindings((known) => ({ ...known, ...some }));
    };
    void checkStorage().then((storage) => found({ storage }));
    void checkRecording().then((recording) => found({ recording }));
    void checkConnection().then(found);
    const onKeyDown = (event: KeyboardEvent) => {
      const keyboard = event.ctrlKey || event.metaKey || event.altKey ? undefined : judgeKey(event);
      if (keyboard !== undefined) found({ keyboard });
    };
    window.addEventListener('keydown', onKeyDown);
    return () => {
      isMounted = false;
      window.removeEventListener('keydown', onKeyDown);
    };
  }, []);
  return findings;
}
