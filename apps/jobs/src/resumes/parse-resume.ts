import { jsonResumeSchema, type JsonResume } from './json-resume.ts';
import { readPdf } from './read-pdf.ts';
import { textToMarkdown } from './text-to-markdown.ts';
import { toJsonResume } from './to-json-resume.ts';
import { toMarkdown } from './to-markdown.ts';

/** A resume as somebody hands it in. */
export interface ResumeInput {
  format: 'markdown' | 'text' | 'json-resume' | 'pdf';
  /** The text; of a PDF its bytes in base64. */
  content?: string | undefined;
  bytes?: Uint8Array | undefined;
  filename?: string | undefined;
  language?: 'en' | 'zh' | undefined;
}

/** A resume after it was read. */
export interface ParsedResume {
  /** Markdown. */
  content: string;
  structured?: JsonResume;
  /** `partial`: it was read, but hardly anything was in it. `failed`: it could not be read at all. */
  parseStatus: 'success' | 'partial' | 'failed';
  /** Sentences; those about JSON Resume begin with the path of the field: "work.0.startDate: …". */
  parseErrors: string[];
}

const MESSAGES = {
  en: {
    empty: 'The resume is empty.',
    scanned: 'The PDF has no text. Is it a scanned image? Please paste the text instead.',
    brokenPdf: 'The PDF cannot be read. It may be damaged, protected or too long. Please paste the text instead.',
    notJson: 'The file is not valid JSON.',
  },
  zh: {
    empty: '简历是空的。',
    scanned: 'PDF 中没有文字。是扫描件吗？请直接粘贴文字。',
    brokenPdf: '无法读取 PDF，文件可能已损坏、受保护或页数过多。请直接粘贴文字。',
    notJson: '文件不是有效的 JSON。',
  },
};
const MAX_TEXT_LENGTH = 1_000_000;

/**
 * Reads a resume in any of its formats. It never throws for what it is given: what cannot be read is told in
 * `parseErrors`, and what could be read stands in `content`.
 */
export async function parseResume({ format, content, bytes, language = 'en' }: ResumeInput): Promise<ParsedResume> {
  const messages = MESSAGES[language];
  if (format === 'pdf') {
    const pdf = await readPdf(bytes ?? new Uint8Array(Buffer.from(content ?? '', 'base64')));
    if ('broken' in pdf) return failed(messages.brokenPdf);
    if (pdf.text.length < 20) return { content: pdf.text, parseStatus: 'partial', parseErrors: [messages.scanned] };
    return withStructure(textToMarkdown(pdf.text));
  }
  const text = clean(content ?? new TextDecoder().decode(bytes));
  if (text.trim() === '') return failed(messages.empty);
  if (format === 'json-resume') return parseJsonResume(text, messages);
  return withStructure(format === 'text' ? textToMarkdown(text) : text.trim());
}

function parseJsonResume(text: string, messages: (typeof MESSAGES)['en']): ParsedResume {
  let json: unknown;
  try {
    json = JSON.parse(text) as unknown;
  } catch {
    return failed(messages.notJson);
  }
  const parsed = jsonResumeSchema.safeParse(json);
  if (!parsed.success) {
    const errors = parsed.error.issues
      .slice(0, 50)
      .map((issue) => `${issue.path.join('.') || 'resume'}: ${issue.message}`);
    return { content: '', parseStatus: 'failed', parseErrors: errors };
  }
  const content = toMarkdown(parsed.data);
  const empty = Object.keys(parsed.data).every((key) => key === 'meta' || key.startsWith('$'));
  const told = empty
    ? ({ parseStatus: 'partial', parseErrors: [messages.empty] } as const)
    : ({ parseStatus: 'success', parseErrors: [] } as const);
  return { content, structured: parsed.data, ...told, parseErrors: [...told.parseErrors] };
}

function withStructure(content: string): ParsedResume {
  return { content, structured: toJsonResume(content), parseStatus: 'success', parseErrors: [] };
}

function failed(message: string): ParsedResume {
  return { content: '', parseStatus: 'failed', parseErrors: [message] };
}

/** Line breaks of one kind, and no control characters. */
function clean(text: string): string {
  const limited = text
    .slice(0, MAX_TEXT_LENGTH)
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n');
  return limited.replaceAll(/[^\P{Cc}\n\t]/gu, '');
}
