// Loaded before the server. Stops it when the command that started it was killed.
const parent = process.ppid;
const GRACE_MS = 15_000;

const watch = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(watch);
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), GRACE_MS).unref();
}, 250);
watch.unref();
