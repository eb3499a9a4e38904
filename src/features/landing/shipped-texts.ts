/** What the landing page says first, until the operator says something else. */
export const shippedIntro = {
  headline: 'The inbox, the posts and the outreach of a small business, in one place',
  intro:
    'AI Hub turns email into leads, drafts the answers, prepares and publishes your posts, and writes to prospects within the rules. For small and medium businesses that have no marketing department.',
} as const;
