import { describe, expect, it } from 'vitest';
import { chosenTime } from './chosen-time.ts';

const zone = 'Australia/Sydney';

describe('a chosen time', () => {
  it('is the organization’s clock, in summer and in winter', () => {
    expect(chosenTime('2026-12-01', '09:00', zone)?.at.toISOString()).toBe('2026-11-30T22:00:00.000Z');
    expect(chosenTime('2026-07-01', '09:00', zone)).toEqual({
      at: new Date('2026-06-30T23:00:00Z'),
      note: null,
    });
  });

  it('that does not exist moves on, and says where to', () => {
    const chosen = chosenTime('2026-10-04', '02:30', zone);
    expect(chosen?.at.toISOString()).toBe('2026-10-03T16:30:00.000Z');
    expect(chosen?.note).toMatch(/does not exist in Sydney time. The post goes out at 3:30\s?am\./);
  });

  it('that comes twice is the first, and says so', () => {
    const chosen = chosenTime('2027-04-04', '02:30', zone);
    expect(chosen?.at.toISOString()).toBe('2027-04-03T15:30:00.000Z');
    expect(chosen?.note).toContain('comes twice in Sydney time');
  });

  it('comes twice also where clocks move by half an hour', () => {
    expect(chosenTime('2027-04-04', '01:45', 'Australia/Lord_Howe')?.note).toContain('comes twice');
  });

  it('is nothing while a part of it is missing or no date', () => {
    expect(chosenTime('', '09:00', zone)).toBeNull();
    expect(chosenTime('2026-12-01', '', zone)).toBeNull();
    expect(chosenTime('2026-13-45', '09:00', zone)).toBeNull();
  });
});
