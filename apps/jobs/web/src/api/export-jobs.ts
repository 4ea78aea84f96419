import type { Server } from '@posthouse/components';

/** The jobs that a query wants, as a file: to be imported again, or for a spreadsheet. */
export async function exportJobs(server: Server, format: 'json' | 'csv', query: URLSearchParams): Promise<Blob> {
  const wanted = new URLSearchParams([...query, ['format', format]]);
  return await (await server.open(`/jobs/export?${wanted.toString()}`)).blob();
}
