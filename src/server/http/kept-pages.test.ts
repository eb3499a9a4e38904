import { describe, expect, it } from 'vitest';
import { NoticeListener } from '../db/notifications.ts';
import { KeptPages } from './kept-pages.ts';

const page = { changesOn: 'settings' };

/** Pages that say how often they were written; `state.fails` makes writing fail. */
async function pages(listens = true) {
  const listener = new NoticeListener();
  let lost = (): void => undefined;
  if (listens)
    await listener.attach({
      on: () => undefined,
      once: (_event, ended) => {
        lost = ended;
      },
      query: () => Promise.resolve(undefined),
    });
  const state = { writes: 0, fails: false, reports: 0 };
  const kept = new KeptPages<typeof page>(
    listener,
    async () => {
      if (state.fails) throw new Error('The database is away.');
      state.writes += 1;
      return `page ${state.writes}`;
    },
    () => {
      state.reports += 1;
    },
  );
  const text = async () => (await kept.read(page)).plain.toString();
  return { listener, state, text, kept, lose: () => lost() };
}

describe('a written page', () => {
  it('is kept until its notice comes, and not dropped by others', async () => {
    const { listener, text } = await pages();
    expect([await text(), await text()]).toEqual(['page 1', 'page 1']);
    listener.deliverOwn([{ kind: 'session' }]);
    expect(await text()).toBe('page 1');
    listener.deliverOwn([{ kind: 'settings' }]);
    expect([await text(), await text()]).toEqual(['page 2', 'page 2']);
  });

  it('is written anew each time while nobody would hear of a change', async () => {
    const { text } = await pages(false);
    expect([await text(), await text()]).toEqual(['page 1', 'page 2']);
  });

  it('is written anew after the connection was lost, during which a change may have been missed', async () => {
    const { text, lose } = await pages();
    await text();
    lose();
    expect(await text()).toBe('page 2');
  });

  it('stays the latest one while a new one cannot be written, and that is reported', async () => {
    const { listener, state, text } = await pages();
    await text();
    state.fails = true;
    listener.deliverOwn([{ kind: 'settings' }]);
    expect(await text()).toBe('page 1');
    expect(state.reports).toBe(1);
    state.fails = false;
    expect(await text()).toBe('page 2');
  });

  it('fails when it could never be written, and works as soon as it can', async () => {
    const { state, text } = await pages();
    state.fails = true;
    await expect(text()).rejects.toThrow('The database is away.');
    state.fails = false;
    expect(await text()).toBe('page 1');
  });

  it('has a tag that changes with it', async () => {
    const { listener, kept } = await pages();
    const { etag } = await kept.read(page);
    expect((await kept.read(page)).etag).toBe(etag);
    listener.deliverOwn([{ kind: 'settings' }]);
    expect((await kept.read(page)).etag).not.toBe(etag);
  });
});
