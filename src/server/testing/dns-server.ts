import { createSocket } from 'node:dgram';
import { decode, encode, type TxtAnswer } from 'dns-packet';

/** A name's records; `servfail` makes the server fail for it. */
export type Zone = Record<string, { txt?: string[]; a?: string[]; servfail?: boolean }>;

export interface DnsServer {
  /** As `HUB_DNS_SERVERS` takes it. */
  address: string;
  /** Names that were asked for, with their types. */
  asked: string[];
  close(): Promise<void>;
}

/** Longest string of a TXT record (RFC 1035 section 3.3): longer texts are several of them. */
const longestString = 255;

/** A name server on loopback, over UDP, that knows the names of a zone and no others. */
export async function startDnsServer(zone: Zone): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (bytes, from) => {
    const query = decode(bytes);
    const [question] = query.questions ?? [];
    if (!question) return;
    const { name, type } = question;
    asked.push(`${type} ${name}`);
    const entry = zone[name.toLowerCase()];
    const texts: TxtAnswer[] = (entry?.txt ?? []).map((text) => ({
      type: 'TXT',
      name,
      ttl: 60,
      data: text.match(new RegExp(`.{1,${longestString}}`, 'gs')) ?? [''],
    }));
    const hosts = (entry?.a ?? []).map((data) => ({ type: 'A' as const, name, ttl: 60, data }));
    // RFC 1035 section 4.1.1: 2 is a failure of the server, 3 a name that does not exist.
    const code = entry?.servfail ? 2 : entry ? 0 : 3;
    const answer = encode({
      type: 'response',
      id: query.id ?? 0,
      flags: 0x0180 | code,
      questions: [question],
      answers: type === 'TXT' ? texts : type === 'A' ? hosts : [],
    });
    socket.send(answer, from.port, from.address);
  });
  await new Promise<void>((resolve) => {
    socket.bind(0, '127.0.0.1', resolve);
  });
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        socket.close(() => resolve());
      }),
  };
}
