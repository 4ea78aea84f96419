import { extractText, getDocumentProxy } from 'unpdf';

/** What a PDF says, or that it cannot be read. */
export type PdfText = { text: string; pages: number } | { broken: true };

const MAX_PAGES = 30;

/** The text of a PDF's pages, line by line. */
export async function readPdf(bytes: Uint8Array): Promise<PdfText> {
  try {
    // The reader takes over the memory that it is given, so it gets a copy.
    const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
    try {
      if (document.numPages > MAX_PAGES) return { broken: true };
      const { text } = await extractText(document, { mergePages: true });
      return { text: text.trim(), pages: document.numPages };
    } finally {
      await document.loadingTask.destroy();
    }
  } catch {
    return { broken: true };
  }
}
