import { type ToastInput, toast } from '../toast.ts';

/** What is said of something that stands on the screen to be selected. */
const notCopied: ToastInput = {
  title: 'It was not copied',
  description: 'Your browser does not allow it here. Select it and copy it with Ctrl C or Cmd C.',
};

/** Copies a text and says so, or says that the browser does not allow it. */
export async function copyText(text: string, copied: ToastInput, refused = notCopied): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    toast({ ...refused, tone: 'danger' });
    return;
  }
  toast(copied);
}
