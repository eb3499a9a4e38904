import pino from 'pino';
import type { Config } from './config.ts';

/** Structured log on standard output. Request bodies, headers and query values are never logged; these paths are a second net. */
export function createLogger(config: Pick<Config, 'logLevel'>): pino.Logger {
  return pino({
    level: config.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        'password',
        'token',
        'authorization',
        'cookie',
        '*.password',
        '*.token',
        '*.authorization',
        '*.cookie',
        'err.parameters',
        'err.query',
        'err.params',
      ],
      censor: '[hidden]',
    },
  });
}
