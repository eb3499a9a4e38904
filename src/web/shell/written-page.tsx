import { useEffect } from 'react';

/**
 * The application has come to the address of a page that the server writes, and hands over to it. Links to such pages are
 * plain ones: this place in the history then belongs to the server's page, and Back cannot leave it for the application.
 */
export function Screen() {
  useEffect(() => location.reload(), []);
  return null;
}
