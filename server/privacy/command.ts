import { Refusal } from '#domain/errors.ts';
import { print } from '#server/print.ts';
import { readProcessSettings } from '#server/process-settings.ts';
import { privacyCommand } from './privacy-command.ts';

const environment = readProcessSettings(process.env);

process.exitCode = await privacyCommand(process.argv.slice(2), { environment, say: print }).catch(
  (error: unknown) => {
    const text =
      error instanceof Refusal ? error.code : error instanceof Error ? error.message : String(error);
    process.stderr.write(`${text}\n`);
    return 2;
  },
);
