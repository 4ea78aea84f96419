/** An expression that has no value, or none that we care to compute. Its message is for the one who wrote it. */
export class CalculationError extends Error {
  override readonly name = 'CalculationError';
}
