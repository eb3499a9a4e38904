/** Letters and digits that are not taken for each other when read out. */
const readable = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const length = 16;
/** Bytes from here on would make the first characters likelier than the others. */
const fair = Math.floor(256 / readable.length) * readable.length;

/** A temporary password of 16 random readable characters (about 92 bits). */
export function newPassword(): string {
  let made = '';
  while (made.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length * 2))) {
      if (byte < fair && made.length < length) made += readable.charAt(byte % readable.length);
    }
  }
  return made;
}
