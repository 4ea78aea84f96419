import { Button, saveFile, useAction, useServer } from '@posthouse/components';
import { Download } from 'lucide-react';
import { openResumeFile, PASTE_FORMATS, type PasteFormat, type ResumeSummary } from '../api/resume.ts';
import { FailureBanner } from '../words/failure-banner.tsx';
import { useWords } from '../words/use-words.ts';
import { toFileName } from './to-file-name.ts';

/** Gives a resume away as a file, in each of its formats. */
export function ExportButtons({ resume: { id, name } }: { resume: ResumeSummary }) {
  const server = useServer();
  const { resumes: words } = useWords();
  const { busy, failure, run } = useAction();
  const save = async (format: PasteFormat): Promise<void> =>
    saveFile(toFileName(name, format), await openResumeFile(server, id, format));
  return (
    <fieldset aria-label={words.exportAs} className="mt-2 flex flex-wrap items-center gap-x-1 text-sm">
      <Download aria-hidden className="size-3.5 text-soft" />
      <span className="text-soft">{words.exportAs}</span>
      {PASTE_FORMATS.map((format) => (
        <Button key={format} look="quiet" className="px-2!" disabled={busy} onClick={() => run(() => save(format))}>
          {words.formats[format]}
        </Button>
      ))}
      <FailureBanner failure={failure} />
    </fieldset>
  );
}
