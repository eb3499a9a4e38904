import { enableCompileCache } from 'node:module';

// Before anything else is loaded: the next start reads compiled code instead of compiling megabytes again.
enableCompileCache();
const { run } = await import('./run.ts');
await run();
