import type { Duplex } from 'node:stream';

/** Answers a handshake that opens no socket (RFC 6455 section 4.2.2). */
export function refuse(socket: Duplex, status: number, text: string): void {
  socket.end(`HTTP/1.1 ${status} ${text}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
