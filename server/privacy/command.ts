import { Refusal } from '#domain/errors.ts';
import { print } from '#server/print.ts';
import { readProcessSettings } from '#server/process-settings.ts';
import { privacyCommand } from './privacy-command.ts';

const environment = readProcessSettings(process.env);

/** What the operator reads, with names, stays out of stdout, which may be piped into a log. */
const say = (line: string) => void process.stderr.write(`${line}\n`);

process.exitCode = await privacyCommand(process.argv.slice(2), { environment, say, log: print }).catch(
  (error: unknown) => {
    say(error instanceof Refusal ? error.code : error instanceof Error ? error.message : String(error));
    return 2;
  },
);
