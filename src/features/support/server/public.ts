/** What the conversations, and other features, may use of the knowledge base. */

export { type Asked, answer } from './ask-answer.ts';
export { packOf } from './hand-off-pack.ts';
export { indexArticle } from './index-article.ts';
export { recordUnanswered } from './questions.ts';
export { stemGroups } from './retrieve.ts';
