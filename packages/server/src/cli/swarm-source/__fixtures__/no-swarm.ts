export const something = 'else';
