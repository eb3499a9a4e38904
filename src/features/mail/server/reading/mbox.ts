/** One item of an mbox: the message's bytes, or word that it was over the cap (its size in octets) and skipped. */
export type MboxItem =
  | { index: number; kind: 'message'; bytes: Buffer }
  | { index: number; kind: 'oversize'; size: number };
