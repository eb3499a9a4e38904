import { describe, expect, it } from 'vitest';
import { installDelays, isIos } from './install-state.ts';

describe('the way to install', () => {
  it('is by hand on iOS, also on an iPad that calls itself a Mac', () => {
    const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1';
    const mac =
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15';
    const android =
      'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/146.0.0.0 Mobile Safari/537.36';
    expect(isIos({ userAgent: iphone, touchPoints: 5 })).toBe(true);
    expect(isIos({ userAgent: mac, touchPoints: 5 })).toBe(true);
    expect(isIos({ userAgent: mac, touchPoints: 0 })).toBe(false);
    expect(isIos({ userAgent: android, touchPoints: 5 })).toBe(false);
  });

  it('is offered after the delays of the specification', () => {
    expect(installDelays).toEqual({ afterOfferMs: 3000, iosMs: 3000, withoutOfferMs: 5000 });
  });
});
