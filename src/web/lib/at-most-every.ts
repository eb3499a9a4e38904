/**
 * Runs at once, and what is asked for again within the pause, or while a run is not finished, becomes one run
 * afterwards. For floods: a refetch per event would cancel the one before it, and nothing would ever arrive.
 */
export function atMostEvery(pauseMs: number, run: () => Promise<void>): () => void {
  let busy = false;
  let again = false;

  async function go(): Promise<void> {
    busy = true;
    again = false;
    try {
      await Promise.allSettled([run(), new Promise((resolve) => setTimeout(resolve, pauseMs))]);
    } finally {
      busy = false;
    }
    if (again) await go();
  }

  return () => {
    if (busy) again = true;
    else void go();
  };
}
