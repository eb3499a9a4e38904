import { describe, expect, it } from 'vitest';
import { isRepeatable, mailStates } from '#shared/mail-states.ts';
import type { AnswerMail } from '../conversation-contract.ts';
import { answerStatus } from './answer-status.ts';

const latest = { seq: 6, isLatest: true };
const of = (state: AnswerMail['state'], reason = 'Because.') => ({
  visitorReadSeq: 2,
  visitorEmail: 'new@buyer.example',
  mails: [{ seq: 6, to: 'jo@buyer.example', state, reason, maySendAgain: isRepeatable(state) }],
});

describe('where an answer of the team is', () => {
  it('is said to be sent by email only when the mail server has taken it, with the address it went to', () => {
    const said = mailStates.filter((state) =>
      answerStatus(of(state), latest)?.text.startsWith('Sent by email to jo@buyer.example'),
    );
    expect(said).toEqual(['sent']);
  });

  it('comes with the reason where it did not arrive', () => {
    for (const state of ['kept', 'held', 'failed', 'cancelled'] as const)
      expect(answerStatus(of(state, 'The limit of the day is reached.'), latest)).toMatchObject({
        text: 'Not sent by email to jo@buyer.example',
        reason: 'The limit of the day is reached.',
      });
    expect(answerStatus(of('bounced'), latest)?.text).toBe('The email to jo@buyer.example came back');
    expect(answerStatus(of('queued'), latest)).toMatchObject({
      text: 'Waits to go by email to jo@buyer.example',
      reason: null,
    });
  });

  it('offers to send again what may be sent again', () => {
    const offered = mailStates.filter((state) => answerStatus(of(state), latest)?.again);
    expect(offered).toEqual(['kept', 'failed', 'unconfirmed']);
  });

  it('is read, whatever became of the email', () => {
    expect(answerStatus({ ...of('failed'), visitorReadSeq: 6 }, latest)).toEqual({
      again: null,
      text: 'Read',
      reason: null,
    });
  });

  it('is said of an earlier message only where something is wrong with it', () => {
    const earlier = { seq: 6, isLatest: false };
    expect(answerStatus(of('sent'), earlier)).toBeNull();
    expect(answerStatus(of('failed'), earlier)?.text).toBe('Not sent by email to jo@buyer.example');
    expect(answerStatus({ ...of('failed'), visitorReadSeq: 6 }, earlier)).toBeNull();
  });

  it('without an email is not read yet', () => {
    const none = { visitorReadSeq: 2, mails: [] };
    expect(answerStatus({ ...none, visitorEmail: null }, latest)?.text).toBe('Not read yet');
    expect(answerStatus({ ...none, visitorEmail: 'jo@buyer.example' }, latest)?.text).toBe(
      'Not read yet. It goes by email if the visitor has left.',
    );
  });
});
