import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts what must be readable again (mail passwords, reset links in the outbox) and signs links. AES-256-GCM, keys by HKDF from HUB_SECRET. */
export class Seal {
  readonly #key: Buffer;
  readonly #signing: Buffer;

  constructor(secret: string) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'hub seal v1', 32));
    this.#signing = Buffer.from(hkdfSync('sha256', secret, '', 'hub sign v1', 32));
  }

  /** `purpose` binds the text to its place: what was sealed for one column opens for no other. */
  seal(plain: string, purpose: string): string {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce);
    cipher.setAAD(Buffer.from(purpose));
    const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
  }

  /** @throws when the text was sealed with another secret or for another purpose, or was changed. */
  open(sealed: string, purpose: string): string {
    const bytes = Buffer.from(sealed, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, nonceBytes));
    decipher.setAAD(Buffer.from(purpose));
    decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString(
      'utf8',
    );
  }

  /** A keyed digest: the same text gives the same digest, and nobody without the secret can make or test one. */
  digest(text: string, purpose: string): string {
    return createHmac('sha256', this.#signing).update(purpose).update('\0').update(text).digest('base64url');
  }

  verify(text: string, purpose: string, digest: string): boolean {
    const right = Buffer.from(this.digest(text, purpose));
    const given = Buffer.from(digest);
    return right.length === given.length && timingSafeEqual(right, given);
  }
}
