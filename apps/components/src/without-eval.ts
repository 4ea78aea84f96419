// Schemas would like to compile their checks; the policy of the page forbids that, and a browser complains of the mere
// attempt. This has to be known before the first schema is made.
(globalThis as { __zod_globalConfig?: { jitless: boolean } }).__zod_globalConfig = { jitless: true };
