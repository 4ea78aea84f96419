import { Banner, Button, Choice, saveFile, Spinner, useQuery, useServer } from '@posthouse/components';
import { Download, ExternalLink } from 'lucide-react';
import { useEffect, useState } from 'react';
import { openPDF, PAGE_SIZES, type PageSize, type TailoredPDF, type Template, TEMPLATES } from '../api/tailored-pdf.ts';
import type { Pair, Version } from '../api/version.ts';
import { FailureBanner } from '../words/failure-banner.tsx';
import { useWords } from '../words/use-words.ts';

type PDFSheetProps = { pair: Pair; version: Version };

/** A version as it will be sent: set on pages, in the form that the reader chooses. */
export function PDFSheet({ pair, version: { id, version, updatedAt } }: PDFSheetProps) {
  const server = useServer();
  const { pdf: words } = useWords().tailoring;
  const [template, setTemplate] = useState<Template>('modern');
  const [pageSize, setPageSize] = useState<PageSize>('A4');
  const { value, failure } = useQuery(`pdf ${id} ${updatedAt} ${template} ${pageSize}`, (signal) =>
    openPDF(server, pair, { version, template, pageSize }, signal),
  );
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <Choice
          label={words.template}
          className="min-w-32"
          value={template}
          onChange={(event) => setTemplate(event.target.value as Template)}
        >
          {TEMPLATES.map((each) => (
            <option key={each} value={each}>
              {words.templates[each]}
            </option>
          ))}
        </Choice>
        <Choice
          label={words.pageSize}
          className="min-w-24"
          value={pageSize}
          onChange={(event) => setPageSize(event.target.value as PageSize)}
        >
          {PAGE_SIZES.map((each) => (
            <option key={each} value={each}>
              {words.pageSizes[each]}
            </option>
          ))}
        </Choice>
        <Button
          look="primary"
          disabled={value === undefined}
          onClick={() => value !== undefined && saveFile(value.filename, value.pages)}
        >
          <Download aria-hidden className="size-3.5" />
          {words.download}
        </Button>
      </div>
      {value === undefined && <FailureBanner failure={failure} />}
      {value?.warnings.map((sentence) => (
        <Banner key={sentence} look="ask">
          {sentence}
        </Banner>
      ))}
      {(value !== undefined || failure === undefined) && <Pages pdf={value} />}
    </div>
  );
}

/** The pages, in the browser's own viewer. Browsers that have none open them elsewhere. */
function Pages({ pdf }: { pdf: TailoredPDF | undefined }) {
  const { pdf: words } = useWords().tailoring;
  const url = useObjectURL(pdf?.pages);
  if (url === undefined) {
    return (
      <div className="flex h-[70dvh] items-center justify-center rounded-md border border-line bg-sunken">
        <Spinner label={words.setting} />
      </div>
    );
  }
  return (
    <>
      {navigator.pdfViewerEnabled ? (
        // oxlint-disable-next-line react/iframe-missing-sandbox -- the viewer of the browser does not work in one
        <iframe
          key={url}
          title={words.preview}
          src={`${url}#toolbar=0&navpanes=0`}
          className="h-[70dvh] w-full rounded-md border border-line bg-sunken"
        />
      ) : (
        <Banner>{words.noViewer}</Banner>
      )}
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex items-center gap-1 self-start text-sm text-accent underline"
      >
        <ExternalLink aria-hidden className="size-3.5" />
        {words.open}
      </a>
    </>
  );
}

/** An address for something that only this page has. It is good until there is another one. */
function useObjectURL(blob: Blob | undefined): string | undefined {
  const [url, setURL] = useState<string>();
  useEffect(() => {
    if (blob === undefined) return undefined;
    const made = URL.createObjectURL(blob);
    // oxlint-disable-next-line react/set-state-in-effect -- it has to be given back, and only effects are told when
    setURL(made);
    return () => {
      setURL(undefined);
      URL.revokeObjectURL(made);
    };
  }, [blob]);
  return url;
}
