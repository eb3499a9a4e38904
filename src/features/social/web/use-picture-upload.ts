import { useEffect, useRef, useState } from 'react';
import { messageOf } from '#web/api.ts';
import { changeDraft } from './compose-draft.ts';
import { uploadPicture } from './upload-picture.ts';

export interface PictureUpload {
  /** 0 to 1 while it runs. */
  progress: number | null;
  error: string | null;
  take: (files: readonly File[]) => void;
  stop: () => void;
  forget: () => void;
}

/** Puts a chosen, dropped or pasted picture into the draft, with its progress and what went wrong. */
export function usePictureUpload(): PictureUpload {
  const [progress, setProgress] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function run(file: File): Promise<void> {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    setError(null);
    setProgress(0);
    try {
      const picture = await uploadPicture(file, (share) => setProgress(share), own.signal);
      changeDraft({ picture });
    } catch (failure) {
      if (own.signal.aborted) return;
      setError(messageOf(failure, 'The picture was not uploaded. Try again.'));
    }
    // A newer upload has the bar by now, or nobody.
    if (running.current === own) setProgress(null);
  }

  return {
    progress,
    error,
    take: (files) => {
      const [file] = files;
      if (file) void run(file);
    },
    stop: () => {
      running.current?.abort();
      setProgress(null);
    },
    forget: () => {
      setError(null);
      changeDraft({ picture: null, alt: '' });
    },
  };
}
