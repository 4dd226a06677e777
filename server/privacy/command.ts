import { Refusal } from '#domain/errors.ts';
import { readProcessSettings } from '#server/process-settings.ts';
import { privacyCommand } from './privacy-command.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);
const environment = readProcessSettings(process.env);

process.exitCode = await privacyCommand(process.argv.slice(2), { environment, say }).catch(
  (error: unknown) => {
    const text =
      error instanceof Refusal ? error.code : error instanceof Error ? error.message : String(error);
    process.stderr.write(`${text}\n`);
    return 2;
  },
);
