import { describe, expect, it } from 'vitest';
import { newProspect, prospectUpdate } from '../contract.ts';
import { changedValues, emptyValues } from './prospect-values.ts';

const before = {
  ...emptyValues,
  businessName: 'Harbour Lane Coffee',
  industry: 'Hospitality',
  basis: 'express',
  source: 'A form',
  country: 'AU',
};

describe('what a form of a prospect sends', () => {
  it('is nothing when nothing differs but blanks around a text', () => {
    expect(changedValues(before, before)).toEqual({});
    expect(changedValues(before, { ...before, industry: ' Hospitality ' })).toEqual({});
  });

  it('is only what differs, as the calls take it', () => {
    const body = changedValues(before, { ...before, industry: '', notes: ' Call first ', country: '' });
    expect(body).toEqual({ industry: '', notes: 'Call first', country: null });
    expect(prospectUpdate.safeParse(body).success).toBe(true);
  });

  it('holds the whole consent when a part of it differs, and none when its basis was taken away', () => {
    expect(changedValues(before, { ...before, source: 'A call' })).toEqual({
      consent: { basis: 'express', source: 'A call' },
    });
    expect(changedValues(before, { ...before, basis: '' })).toEqual({ consent: null });
    // Where it came from means nothing without a basis.
    expect(changedValues({ ...before, basis: '' }, { ...before, basis: '', source: 'x' })).toEqual({});
  });

  it('makes a new prospect from the fields that were filled in', () => {
    const body = changedValues(emptyValues, { ...before, contactEmail: 'hello@harbourlane.example' });
    expect(newProspect.parse(body)).toMatchObject({
      businessName: 'Harbour Lane Coffee',
      contactEmail: 'hello@harbourlane.example',
      consent: { basis: 'express', source: 'A form' },
      country: 'AU',
    });
  });
});
