/** The JSON of an answer, to be looked into without ceremony. */
export type Loose = ReturnType<typeof JSON.parse>;
