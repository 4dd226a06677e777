import './node-version.mjs';
import { buildIfNeeded } from './build.mjs';
import { installIfNeeded } from './install.mjs';
import { command } from './progress.mjs';

/** Installs and builds without starting, so that every machine has the new files before the first process restarts. */
await command(async () => {
  await installIfNeeded();
  await buildIfNeeded();
  return 0;
});
