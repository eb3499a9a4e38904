// Part of the page for when there is no connection: goes back to what was asked for as soon as the server answers.
const everyMs = 4000;
let looking = false;

async function look() {
  if (looking) return;
  looking = true;
  try {
    const answer = await fetch('/healthz', { cache: 'no-store' });
    if (answer.ok) location.reload();
  } catch {
    // Still away: the next look is a few seconds from now.
  } finally {
    looking = false;
  }
}

// Opened by its own address there is nothing to go back to.
if (location.pathname !== '/offline.html') {
  addEventListener('online', look);
  setInterval(look, everyMs);
}
