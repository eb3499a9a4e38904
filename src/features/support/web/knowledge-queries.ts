import { askApi } from '../ask-contract.ts';
import { importsApi } from '../imports-contract.ts';
import { knowledgeApi } from '../knowledge-contract.ts';
import { questionsApi } from '../questions-contract.ts';

const { list, read, overview, versions } = knowledgeApi.endpoints;

/** What shows articles, synonyms and questions: read again when any of them has changed. */
export const knowledgeQueries = [
  list,
  read,
  overview,
  versions,
  askApi.endpoints.readSynonyms,
  questionsApi.endpoints.list,
  importsApi.endpoints.list,
];
