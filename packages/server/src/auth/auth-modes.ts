/** How callers can be recognised; `auto` decides by what is there. */
export const AUTH_MODES = ['auto', 'tokens', 'external', 'development'] as const;
