// Answers a reload of a running exam while the server cannot be reached, so that the browser's own error page never stands
// between a student and the exam. The page it shows then is the one the exam has put by (web/features/exam/storage/keep-page.ts).
/** A server that does not answer for so long counts as away. */
const patience = 8000;

async function pageFor(request) {
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(patience) });
    if (answer.status < 500) return answer;
  } catch {
    // Away: what was put by is shown.
  }
  return (await caches.match('/exam/')) ?? Response.error();
}

addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(pageFor(event.request));
});
