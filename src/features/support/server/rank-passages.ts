import { z } from 'zod';
import type { OrganizationContext } from '#server/context.ts';
import { statement } from '#server/db/statement.ts';
import type { SupportPassage } from '#server/integrations/ai/jobs.ts';
import { holdsAsked } from './asked-fact.ts';

/**
 * Passages that hold one of the question's words, best first, as BM25 ranks them (k1 = 1.2, b = 0.6), a word of the title
 * counting half as much again and one that only means the same three fifths. A passage with more of the words goes before
 * one with a rare word alone. With each its title and its sentences, and which of the words stand there.
 */
const find = statement(
  'support.find',
  `with asked as (
     select * from json_to_recordset($2::json) as v(term integer, lexeme text, weight real, optional boolean)
   ), size as (
     select greatest(count(*), 1)::real as passages, coalesce(avg(p.length), 1)::real as mean from support_passages p where p.organization_id = $1
   ), rarity as (
     select a.term, ln(1 + (size.passages - f.found + 0.5) / (f.found + 0.5)) as rarity
     from (select term, max(weight) as weight, bool_or(optional) as optional from asked group by term) a, size, lateral (
       select count(distinct t.passage_id)::real as found from asked x join support_terms t on t.organization_id = $1 and t.lexeme = x.lexeme
       where x.term = a.term and x.weight = a.weight
     ) f where f.found > 0 or not a.optional
   ), hits as (
     select t.passage_id, a.term, max(a.weight) as weight,
       max(a.weight * (case when t.in_title then 1.5 else 1 end) * t.count * 2.2 / (t.count + 1.2 * (0.4 + 0.6 * p.length / size.mean))) as score
     from asked a join support_terms t on t.organization_id = $1 and t.lexeme = a.lexeme
     join support_passages p on p.organization_id = $1 and p.id = t.passage_id, size
     group by t.passage_id, a.term
   ), ranked as (
     select h.passage_id, sum(h.score * r.rarity) as score, sum(h.weight * r.rarity) / (select sum(rarity) from rarity) as coverage
     from hits h join rarity r using (term) group by h.passage_id
   ), best as (
     select p.id, p.article_id, p.title, p.text, r.coverage, r.score * (0.5 + r.coverage) as score
     from ranked r join support_passages p on p.organization_id = $1 and p.id = r.passage_id
     order by 6 desc, p.id limit 8
   )
   select b.*, (
     select json_agg(json_build_object('text', s.text, 'terms', array(
       select json_build_array(a.term, max(a.weight) * max(r.rarity) / (select sum(rarity) from rarity))
       from unnest(to_tsvector('english', s.text)) t join asked a on a.lexeme = t.lexeme join rarity r on r.term = a.term group by a.term
     )) order by s.place)
     from (
       select b.title as text, 0 as place
       union all select * from regexp_split_to_table(b.text, '(?<=[.!?])\\s+|\\n+') with ordinality
     ) s
   ) as sentences
   from best b order by b.score desc, b.id`,
  { prepare: false },
);

/** A word that is looked for. */
export interface Term {
  term: number;
  lexeme: string;
  weight: number;
  /** Counts for nothing where no article has it. */
  optional: boolean;
}

const saidTerm = z.tuple([z.number(), z.number()]);
const foundRow = z.object({
  id: z.string(),
  article_id: z.string(),
  title: z.string(),
  text: z.string(),
  coverage: z.coerce.number(),
  score: z.coerce.number(),
  sentences: z.array(z.object({ text: z.string(), terms: z.array(saidTerm) })),
});

/** What has the question's words but does not say what it asks is suggested at most, and after what does. */
const [suggestedAtMost, besides] = [0.5, 0.6];

/** The passages that hold some of the words of a question, best first. */
export async function rank(
  context: Pick<OrganizationContext, 'run'>,
  question: string,
  terms: readonly Term[],
): Promise<SupportPassage[]> {
  if (terms.length === 0) return [];
  const rows = (await context.run(find, [JSON.stringify(terms)])).map((row) => foundRow.parse(row));
  const said = terms.filter(({ weight, optional }) => weight === 1 && !optional);
  const stems = new Map(said.map(({ term, lexeme }) => [term, lexeme]));
  const known = new Set(
    rows.flatMap(({ sentences }) => sentences.flatMap((sentence) => sentence.terms.map(([term]) => term))),
  );
  return rows
    .map(({ id, article_id, title, text, coverage, score, sentences }) => {
      const passage = { id, articleId: article_id, title, text, coverage, score };
      return holdsAsked(question, stems, known, sentences)
        ? { passage, place: score }
        : {
            passage: { ...passage, coverage: Math.min(coverage, suggestedAtMost) },
            place: score * besides,
          };
    })
    .toSorted((one, other) => other.place - one.place)
    .map(({ passage }) => passage);
}
