import type { FastifyInstance, FastifyReply } from 'fastify';

/** Every website may call, with a key and without cookies (the Fetch standard's CORS protocol). */
export function allowEveryOrigin(reply: FastifyReply): void {
  reply.header('access-control-allow-origin', '*');
}

/** What a browser asks before it sends a form's fields to such a call. */
export function answerPreflight(app: FastifyInstance, url: string): void {
  app.route({
    method: 'OPTIONS',
    url,
    config: { refused: true },
    handler: (_request, reply) => {
      allowEveryOrigin(reply);
      return reply
        .headers({
          'access-control-allow-methods': 'POST',
          'access-control-allow-headers': 'authorization, content-type',
          'access-control-max-age': '86400',
        })
        .status(204)
        .send();
    },
  });
}
