import { describe, expect, it } from 'vitest';
import { driveThumbnail, locationPicture } from './location-picture.ts';

describe('the picture of a post without one', () => {
  it.each([
    ['Our new board beside the Harbour Bridge', 'harbour'],
    ['FERRIES run every ten minutes', 'harbour'],
    ['Two bridges, one message.', 'harbour'],
    ['Seen at the harbor', 'harbour'],
    ['Bridge, then the airport', 'harbour'],
    ['All airports of the east coast', 'road'],
    ['On the highway!', 'road'],
    ['road', 'road'],
    ['“Roads” to success', 'road'],
    ['A Broadway campaign', 'city'],
    ['Crossroads and abridged texts', 'city'],
    ['the roadé', 'city'],
    ['ferry_tale', 'city'],
    ['', 'city'],
  ])('%j is %s', (content, expected) => {
    expect(locationPicture(content)).toBe(expected);
  });

  it('is found in a long text without delay', () => {
    const before = process.cpuUsage();
    expect(locationPicture('harbou '.repeat(20_000))).toBe('city');
    const { user, system } = process.cpuUsage(before);
    // Of the processor: the machine is shared, and only the slowness of the code counts.
    expect((user + system) / 1000).toBeLessThan(500);
  });
});

describe('a link of Google Drive', () => {
  const id = '1A2b3C4d5E6f7G8h9I0jKlMnOpQrStUvW';
  const thumbnail = `https://drive.google.com/thumbnail?id=${id}&sz=w1000`;

  it.each([
    `https://drive.google.com/file/d/${id}/view?usp=sharing`,
    `https://drive.google.com/file/d/${id}/preview`,
    `https://drive.google.com/file/d/${id}`,
    `https://drive.google.com/file/u/1/d/${id}/view`,
    `https://drive.google.com/a/firm.example/file/d/${id}/edit`,
    `http://drive.google.com/open?id=${id}`,
    `https://drive.google.com/open?usp=drive_fs&id=${id}`,
    `https://drive.google.com/uc?id=${id}&export=download`,
    `https://drive.google.com/uc?export=view&id=${id}`,
    `https://docs.google.com/uc?id=${id}`,
    `https://drive.usercontent.google.com/download?id=${id}&export=view`,
    `https://drive.google.com/thumbnail?id=${id}&sz=w200`,
    ` https://drive.google.com/file/d/${id}/view `,
  ])('%s becomes its thumbnail', (link) => {
    expect(driveThumbnail(link)).toBe(thumbnail);
  });

  it.each([
    'https://pictures.example/a.jpg',
    `https://drive.google.com.evil.example/file/d/${id}/view`,
    `https://evil.example/?u=https://drive.google.com/file/d/${id}/view`,
    `https://drive.google.com/drive/folders/${id}`,
    'https://drive.google.com/open',
    'https://drive.google.com/file/d/short/view',
    `https://drive.google.com/open?id=${id}%26sz%3Dw9`,
    `javascript://drive.google.com/file/d/${id}/view`,
    'not an address',
    '',
  ])('%j stays as it is', (link) => {
    expect(driveThumbnail(link)).toBe(link);
  });
});
