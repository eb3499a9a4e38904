import { describe, expect, it } from 'vitest';
import { aspectWarning, pictureSizes, variantSize } from './picture-sizes.ts';

const { full, instagram, thumb } = pictureSizes;

describe('the size of a variant', () => {
  it.each([
    [full, 4000, 3000, 2048, 1536],
    [full, 640, 480, 640, 480],
    [full, 1, 60_000, 1, 2048],
    [instagram, 4000, 3000, 1440, 1080],
    [instagram, 3000, 4000, 1440, 1800],
    [instagram, 1080, 1080, 1080, 1080],
    [instagram, 4000, 1000, 1440, 754],
    [thumb, 2048, 1536, 480, 360],
    [thumb, 1536, 2048, 360, 480],
  ])('%# of %i x %i', (size, width, height, expectedWidth, expectedHeight) => {
    const picture = { width, height };
    expect(variantSize(picture, size)).toEqual({ width: expectedWidth, height: expectedHeight });
  });

  it('for Instagram lies within its ratios, whatever the picture', () => {
    for (let width = 30; width < 3000; width += 37) {
      for (let height = 30; height < 3000; height += 41) {
        const made = variantSize({ width, height }, instagram);
        const ratio = made.width / made.height;
        expect(ratio >= 0.8 && ratio <= 1.91, `${width} x ${height}: ${ratio}`).toBe(true);
        expect(made.width <= Math.min(width, 1440) && made.height <= height).toBe(true);
      }
    }
  });
});

describe('the warning about a shape', () => {
  it.each([
    ['instagram', 1080, 1350],
    ['instagram', 1910, 1000],
    ['linkedin', 1000, 1500],
    ['linkedin', 3000, 1000],
    ['facebook', 100, 5000],
    ['instagram', 0, 0],
  ] as const)('%s takes %i x %i as it is', (platform, width, height) => {
    expect(aspectWarning(platform, width, height)).toBeNull();
  });

  it('says what is cut off and how much', () => {
    expect(aspectWarning('instagram', 1080, 1920)).toBe(
      'This picture is too tall for Instagram, which shows pictures between 4:5 and 1.91:1: about 30 % of its height will be cut off.',
    );
    expect(aspectWarning('instagram', 4000, 1000)).toMatch(/too wide.*52 % of its width/);
    expect(aspectWarning('linkedin', 4000, 1000)).toMatch(/too wide for LinkedIn.*25 % of its width/);
    expect(aspectWarning('linkedin', 1000, 3000)).toMatch(/too tall.*50 % of its height/);
  });
});
