import { askApi } from '#features/support/ask-contract.ts';
import { importsApi } from '#features/support/imports-contract.ts';
import { knowledgeApi, knowledgeChanged } from '#features/support/knowledge-contract.ts';
import { questionsApi } from '#features/support/questions-contract.ts';
import { browsable, exportable, type Feature } from '#server/feature.ts';
import { handlers } from '#server/http/route.ts';
import {
  createArticle,
  removeArticle,
  removeDeletedArticles,
  setArticleState,
  undeleteArticle,
  updateArticle,
} from './articles.ts';
import { ask } from './ask.ts';
import { conversationParts } from './conversation-parts.ts';
import { addFile } from './imports/add-file.ts';
import { addPage, refreshSource } from './imports/add-page.ts';
import { readPage } from './imports/read-page.ts';
import { refreshPages } from './imports/refresh-pages.ts';
import { listSources, removeSource } from './imports/sources.ts';
import { listQuestions, propose, readQuestion, setQuestionState } from './list-questions.ts';
import { listArticles, listVersions, overview, readArticle, readVersion } from './read-articles.ts';
import { removeOldQuestions } from './remove-old-questions.ts';
import { sources } from './source-tables.ts';
import { readSynonyms, saveSynonyms } from './synonyms.ts';
import { articles, articleVersions, passages, questions, synonyms } from './tables.ts';

export const support: Feature = {
  name: 'support',
  routes: [
    ...handlers(knowledgeApi, {
      list: listArticles,
      read: readArticle,
      create: createArticle,
      update: updateArticle,
      setState: setArticleState,
      remove: removeArticle,
      undelete: undeleteArticle,
      overview,
      versions: listVersions,
      readVersion,
    }),
    ...handlers(questionsApi, {
      list: listQuestions,
      read: readQuestion,
      setState: setQuestionState,
      propose,
    }),
    ...handlers(importsApi, {
      list: listSources,
      addFile,
      addPage,
      refresh: refreshSource,
      remove: removeSource,
    }),
    ...handlers(askApi, { readSynonyms, saveSynonyms, ask }),
    ...conversationParts.routes,
  ],
  jobs: [removeDeletedArticles, removeOldQuestions, readPage, ...conversationParts.jobs],
  events: [knowledgeChanged, ...conversationParts.events],
  browsable: [
    browsable(articles, [
      'id',
      'title',
      'body',
      'state',
      'version',
      'created_at',
      'updated_at',
      'published_at',
    ]),
    ...conversationParts.browsable,
  ],
  exportable: [
    exportable(articles),
    exportable(articleVersions),
    exportable(passages),
    exportable(synonyms),
    exportable(questions),
    exportable(sources),
    ...conversationParts.exportable,
  ],
  background: (context) => {
    const parts = [conversationParts.background(context), refreshPages(context)];
    return {
      stop: async () => {
        await Promise.all(parts.map((part) => part.stop()));
      },
    };
  },
  guests: conversationParts.guests,
  onMail: conversationParts.onMail,
  pages: conversationParts.pages,
};
