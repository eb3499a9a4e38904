import { describe, expect, it } from 'vitest';
import { fastest } from '#server/testing/fastest.ts';
import { renderStep } from './render-step.ts';

const facts = { businessName: 'Acme\nCafe', industry: '', address: '5 Pitt St' };
const render = (content: string, subject = 'Hello') => renderStep({ subject, content }, facts);

describe('a template', () => {
  it('is filled in with what is known of the prospect', () => {
    expect(render('Near {{ address }}?', 'For {{businessName}}')).toEqual({
      subject: 'For Acme Cafe',
      content: 'Near 5 Pitt St?',
      issues: [],
    });
  });

  it('uses other words where the prospect has none, and else says what is missing', () => {
    expect(render('In {{industry|your business}}')).toMatchObject({
      content: 'In your business',
      issues: [],
    });
    expect(render('In {{industry}}').issues).toEqual([expect.stringMatching(/^Industry is empty/)]);
    expect(render('In {{industry|}}')).toMatchObject({ content: 'In ', issues: [] });
  });

  it('does not let a name that is no field go out', () => {
    expect(render('Dear {{firstName}}').issues).toEqual([
      expect.stringMatching(/^\{\{firstName\}\} is no field/),
    ]);
    expect(render('{{__proto__}} {{constructor}}').issues).toHaveLength(2);
  });

  it('does not fill in what the prospect’s own text holds', () => {
    const own = { ...facts, businessName: '{{address}}' };
    expect(renderStep({ subject: '', content: '{{businessName}}' }, own).content).toBe('{{address}}');
  });

  it('is read in no time, whatever it holds', () => {
    const used = fastest(() => {
      for (const odd of ['{{', '{{ ', ' |', '}}{{', '{ {']) render(`{{${odd.repeat(20_000 / odd.length)}`);
      render(`{{${' '.repeat(19_000)}`);
    });
    expect(used).toBeLessThan(1000);
  });

  it('does not go out blank, too long, or with braces that are left over', () => {
    expect(render('Hi', '{{industry|}}').issues).toEqual([expect.stringMatching(/subject is empty/)]);
    expect(render('{{industry|}}').issues).toEqual([expect.stringMatching(/text is empty/)]);
    expect(render('Hi {{businessName').issues).toEqual([expect.stringMatching(/left over/)]);
    const long = renderStep({ subject: '{{address}}', content: 'x' }, { ...facts, address: 'x'.repeat(600) });
    expect(long.issues).toEqual([expect.stringMatching(/subject is longer than 500/)]);
    expect(long.subject).toHaveLength(500);
    const unknown = render(Array.from({ length: 30 }, (_, at) => `{{x${at}${'y'.repeat(400)}}}`).join(' '));
    expect(unknown.issues).toHaveLength(20);
    for (const issue of unknown.issues) expect(issue.length).toBeLessThanOrEqual(300);
  });
});
