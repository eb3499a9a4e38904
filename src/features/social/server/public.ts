/** What other features may use of social posts. */
export { readOverview } from './list-posts.ts';
export { searchedText } from './post-checks.ts';
