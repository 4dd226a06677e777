// Imported first by every command, because an old Node fails later with an unclear message.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`This program needs Node 20.19 or newer; this is Node ${process.versions.node}.`);
  process.exit(1);
}
