/**
 * Zod compiles object schemas with `new Function` unless told otherwise, and its probe alone is a CSP
 * violation. It reads this global when it loads, so this file comes before any contract.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
