import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import pg from 'pg';

/**
 * What the hub is compared with: `node:http` and `pg`, prepared statements, a signed-token check, the same JSON, and
 * nothing else: no tenancy walls, validation, roles, activity, events. Its table has only the indexes it needs.
 */
const { BENCH_DATABASE = '', BENCH_SECRET = '', PORT = '0' } = process.env;
const pool = new pg.Pool({ connectionString: BENCH_DATABASE, max: 10, options: '-c timezone=UTC' });

export const bareColumns =
  'thread_id, name, company, contact_email, phone_number, stage, created_at, updated_at, last_message_at, message_count, advertising_goal, billboard, budget, duration, period, meeting_link, null as calldate_iso, null as calldatetime_pretty, assignee_id, follow_up_at';

function organizationOf(header: string | undefined): string | null {
  const [organization = '', signature = ''] = (header ?? '').replace('Bearer ', '').split('.');
  const right = createHmac('sha256', BENCH_SECRET).update(organization).digest();
  const given = Buffer.from(signature, 'base64url');
  return right.length === given.length && timingSafeEqual(right, given) ? organization : null;
}

function send(response: ServerResponse, body: unknown, total?: number): void {
  const json = JSON.stringify(body);
  if (total !== undefined) response.setHeader('x-total-count', total);
  response.setHeader('content-type', 'application/json');
  response.end(json);
}

async function answer(
  organization: string,
  method: string,
  url: URL,
  body: string,
  response: ServerResponse,
): Promise<void> {
  const id = url.pathname.startsWith('/api/leads/') ? decodeURIComponent(url.pathname.slice(11)) : null;
  const search = url.searchParams.get('search');
  const stage = url.searchParams.get('stage');
  if (url.pathname === '/api/dashboard-stats') {
    const { rows } = await pool.query({
      name: 'counts',
      text: 'select stage, count(*)::int from bare_leads where organization_id = $1 group by stage',
      values: [organization],
    });
    return send(response, rows);
  }
  if (id !== null && method === 'PATCH') {
    const { stage: to }: { stage: string } = JSON.parse(body);
    const { rows } = await pool.query({
      name: 'update',
      text: `update bare_leads set stage = $3, updated_at = now() where organization_id = $1 and thread_id = $2 returning ${bareColumns}`,
      values: [organization, id, to],
    });
    return send(response, rows[0]);
  }
  if (id !== null) {
    const { rows } = await pool.query({
      name: 'one',
      text: `select ${bareColumns} from bare_leads where organization_id = $1 and thread_id = $2`,
      values: [organization, id],
    });
    return send(response, { ...rows[0], entireThread: [], field_sources: {}, ai_summary: null });
  }
  if (search !== null) {
    // Unnamed, so that it is planned for its values.
    const { rows } = await pool.query(
      `select ${bareColumns}, count(*) over ()::int as total from bare_leads where organization_id = $1 and search_text like $2 order by updated_at desc limit 50`,
      [organization, `%${search}%`],
    );
    return send(
      response,
      rows.map((row) => ({ ...row, total: undefined })),
      rows[0]?.total ?? 0,
    );
  }
  const filter = stage === null ? '' : ' and stage = $2';
  const { rows } = await pool.query({
    name: stage === null ? 'list' : 'stage',
    text: `select ${bareColumns} from bare_leads where organization_id = $1${filter} order by updated_at desc limit 50`,
    values: stage === null ? [organization] : [organization, stage],
  });
  return send(response, rows);
}

createServer((request, response) => {
  const organization = organizationOf(request.headers.authorization);
  if (organization === null) {
    response.statusCode = 401;
    response.end();
    return;
  }
  let body = '';
  request.on('data', (chunk: Buffer) => {
    body += String(chunk);
  });
  request.on('end', () => {
    answer(
      organization,
      request.method ?? 'GET',
      new URL(request.url ?? '/', 'http://bare'),
      body,
      response,
    ).catch((error: unknown) => {
      response.statusCode = 500;
      response.end(String(error));
    });
  });
}).listen(Number(PORT), '127.0.0.1');
