import type { IngestAnswer } from '#features/mail/contract.ts';
import { each } from '../checks.ts';
import type { Query } from '../databases.ts';
import { type HubClient, UnexpectedAnswer } from '../hub-client.ts';
import { asGmail, asMbox, asRfc822, type Delivery, keyOf } from './mail-plan.ts';

/** Calls in flight while the server is looked over. */
const readWidth = 6;

/** What one tenant has sent to the hub, and what the hub has said about it. */
export class Inbox {
  /** Conversation of every message that was sent, acknowledged or not. */
  readonly sent = new Map<string, string>();
  /** Messages that the hub said it has. */
  readonly acknowledged = new Set<string>();
  /** Threads that answers have named: one that only the team has written in so far has no lead yet. */
  readonly #threads = new Set<string>();
  /** Stages that were set: the last acknowledged one of each lead, or nothing while an answer is missing. */
  readonly stages = new Map<string, string>();

  /** Sends and notes the answer. @returns false when the connection was cut: nobody knows what became of it */
  async deliver(client: HubClient, delivery: Delivery): Promise<boolean> {
    const { form, mails } = delivery;
    for (const { key, conversation } of mails) this.sent.set(key, conversation);
    let answer: IngestAnswer;
    try {
      if (form === 'gmail') answer = await client.ingest(mails.map(asGmail));
      else if (form === 'mbox') answer = await client.ingest(asMbox(mails), 'application/mbox');
      else answer = await client.ingest(mails.map(asRfc822).join(''), 'message/rfc822');
    } catch (error) {
      if (error instanceof UnexpectedAnswer) throw error;
      return false;
    }
    if (answer.accepted + answer.duplicates !== mails.length)
      throw new Error(`${mails.length} sent, but ${JSON.stringify(answer).slice(0, 300)}`);
    for (const { key } of mails) this.acknowledged.add(key);
    for (const { threadId } of answer.results) if (threadId !== null) this.#threads.add(threadId);
    return true;
  }

  async setStage(client: HubClient, threadId: string, stage: string): Promise<void> {
    this.stages.delete(threadId);
    try {
      await client.setStage(threadId, stage);
      this.stages.set(threadId, stage);
    } catch (error) {
      if (error instanceof UnexpectedAnswer) throw error;
    }
  }

  /** Reads everything back through the API. @returns what is wrong, in words */
  async faults(client: HubClient): Promise<string[]> {
    const faults: string[] = [];
    const [leads, threads, stageCounts] = [
      await client.leads(),
      await client.threads(),
      await client.stageCounts(),
    ];
    const threadSizes = new Map(threads.items.map((one) => [one.threadId, one.messageCount]));
    const groups: Record<string, number> = {};
    /** Where each message was found: `thread` of the API by key. */
    const places = new Map<string, string>();
    const read = async (threadId: string): Promise<number> => {
      const items = await client.correspondence(threadId);
      for (const { externalId } of items) {
        const key = keyOf(externalId);
        const before = places.get(key);
        if (before !== undefined) faults.push(`${key} is there twice, in ${before} and in ${threadId}`);
        if (!this.sent.has(key)) faults.push(`${key} was never sent`);
        places.set(key, threadId);
      }
      return items.length;
    };
    await each(leads.items, readWidth, async (lead) => {
      groups[lead.stage] = (groups[lead.stage] ?? 0) + 1;
      const stage = this.stages.get(lead.thread_id);
      if (stage !== undefined && stage !== lead.stage)
        faults.push(`${lead.thread_id} was acknowledged as ${stage} and is ${lead.stage}`);
      const size = await read(lead.thread_id);
      if (size !== lead.message_count)
        faults.push(`lead ${lead.thread_id} counts ${lead.message_count} messages and has ${size}`);
      if (size !== threadSizes.get(lead.thread_id))
        faults.push(`thread ${lead.thread_id} counts ${threadSizes.get(lead.thread_id)} and has ${size}`);
    });
    for (const threadId of this.#threads) if (!threadSizes.has(threadId)) await read(threadId);
    for (const stage of new Set([...Object.keys(groups), ...Object.keys(stageCounts)])) {
      if ((groups[stage] ?? 0) !== (stageCounts[stage] ?? 0))
        faults.push(`${stageCounts[stage]} leads ${stage} counted, ${groups[stage]} there`);
    }
    if (leads.total !== leads.items.length || threads.total !== leads.items.length)
      faults.push(`${leads.items.length} leads listed, ${leads.total} and ${threads.total} counted`);
    for (const key of this.acknowledged) {
      if (!places.has(key)) faults.push(`${key} was acknowledged and is lost`);
    }
    const threadOf = new Map<string, string>();
    for (const [key, threadId] of places) {
      const conversation = this.sent.get(key) ?? key;
      const known = threadOf.get(conversation) ?? threadId;
      if (known !== threadId) faults.push(`${conversation} is torn into ${known} and ${threadId}`);
      threadOf.set(conversation, known);
    }
    return faults;
  }
}

const invariants: Record<string, string> = {
  'threads that miscount their messages': `select t.id from threads t left join lateral (select count(*) as n from messages m
     where m.organization_id = t.organization_id and m.thread_id = t.id) c on true where c.n <> t.message_count`,
  'leads that miscount their messages': `select l.thread_id from leads l left join lateral (select count(*) as n from messages m
     where m.organization_id = l.organization_id and m.thread_id = l.thread_id) c on true where c.n <> l.message_count`,
  'stages whose counter differs from a group by': `select * from (select organization_id, stage, count(*)::int as n from leads group by 1, 2) g
     full join (select organization_id, stage, count as n from lead_counts where count <> 0) c using (organization_id, stage) where g.n is distinct from c.n`,
  'messages without their original': `select m.id from messages m left join message_sources s on s.organization_id = m.organization_id and s.message_id = m.id where s.message_id is null`,
  'messages that are there twice': `select message_id from messages group by organization_id, message_id having count(*) > 1`,
  'leads that search does not know': `select l.thread_id from leads l left join lead_search s using (organization_id, thread_id) where s.thread_id is null`,
  'counters of received mail that are wrong': `select o.id from organizations o where not o.is_platform and
     ((select count(*) from messages m where m.organization_id = o.id and direction = 'inbound')
       <> (select coalesce(sum(value), 0) from usage_counters u where u.organization_id = o.id and metric = 'emails_received')
     or (select count(*) from leads l where l.organization_id = o.id)
       <> (select coalesce(sum(value), 0) from usage_counters u where u.organization_id = o.id and metric = 'leads_received'))`,
};

/** The same and more, from the tables themselves. */
export async function tableFaults(query: Query): Promise<string[]> {
  const faults: string[] = [];
  for (const [what, text] of Object.entries(invariants)) {
    const { rows } = await query(text);
    if (rows.length > 0) faults.push(`${rows.length} ${what}: ${JSON.stringify(rows[0])}`);
  }
  return faults;
}
