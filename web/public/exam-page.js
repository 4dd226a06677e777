// Answers a reload of a running exam while the server cannot be reached, so that the browser's own error page never stands
// between a student and the exam. Only the page is kept, never an answer of the server: no question outlives the exam here.
// Its scripts and styles are named by their content, and the browser has them.
const shelf = 'exam-page';
const page = '/exam/';
/** A server that does not answer for so long counts as away. */
const patience = 8000;

async function keep(answer) {
  await (await caches.open(shelf)).put(page, answer);
}

async function fresh(request) {
  const answer = await fetch(request, { signal: AbortSignal.timeout(patience) });
  if (answer.status >= 500) throw new Error('the server is away');
  return answer;
}

async function answerTo(event) {
  try {
    const answer = await fresh(event.request);
    if (answer.ok) event.waitUntil(keep(answer.clone()));
    return answer;
  } catch {
    return (await caches.match(page)) ?? Response.error();
  }
}

addEventListener('install', (event) => {
  skipWaiting();
  event.waitUntil(fresh(page).then(keep));
});
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(answerTo(event));
});
