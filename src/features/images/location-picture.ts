/** The drawn pictures for posts that have none of their own. */
export type LocationPicture = 'harbour' | 'road' | 'city';

/** A word by itself, in any case, alone or in the plural; letters of other alphabets count as letters. */
function wordsOf(words: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}_])(?:${words.join('|')})(?![\\p{L}\\p{N}_])`, 'iu');
}

const harbour = wordsOf(['bridges?', 'harbou?rs?', 'ferry', 'ferries']);
const road = wordsOf(['airports?', 'highways?', 'roads?']);

/** Which location picture suits a post, by the words of its text. */
export function locationPicture(content: string): LocationPicture {
  if (harbour.test(content)) return 'harbour';
  return road.test(content) ? 'road' : 'city';
}

const driveLink = /^https?:\/\/(?:drive|docs|drive\.usercontent)\.google\.com(\/[^?#]*)(?:\?([^#]*))?/i;
const inPath = /^\/(?:a\/[^/]+\/)?file\/(?:u\/\d+\/)?d\/([\w-]{10,200})(?:\/|$)/;
const inQuery = /(?:^|&)id=([\w-]{10,200})(?:&|$)/;
const queried = /^\/(?:a\/[^/]+\/)?(?:u\/\d+\/)?(?:open|uc|thumbnail|download)$/;

/**
 * The picture behind a share link of Google Drive, in the form that a page can show; any other address as it is. Links
 * come as /file/d/ID/view, also with an account (/file/u/1/d/ID), and as open, uc, thumbnail or download with ?id=ID.
 */
export function driveThumbnail(url: string): string {
  const link = driveLink.exec(url.trim());
  if (!link) return url;
  const [, path = '', query = ''] = link;
  const id = inPath.exec(path)?.[1] ?? (queried.test(path) ? inQuery.exec(query)?.[1] : undefined);
  return id ? `https://drive.google.com/thumbnail?id=${id}&sz=w1000` : url;
}
