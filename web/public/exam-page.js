// Serves the cached exam page when a running exam is reloaded while the server is unreachable, instead of the browser's
// error page. The exam fills the cache (web/features/exam/storage/persist-page.ts).
/** After this many milliseconds without a response the server counts as unreachable. */
const patience = 8000;

async function pageFor(request) {
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(patience) });
    if (answer.status < 500) return answer;
  } catch {
    // Unreachable: serve the cached page.
  }
  return (await caches.match('/exam/')) ?? Response.error();
}

addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(pageFor(event.request));
});
