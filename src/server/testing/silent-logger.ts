import pino from 'pino';

/** For tests: says nothing. */
export const silentLogger = pino({ level: 'silent' });
