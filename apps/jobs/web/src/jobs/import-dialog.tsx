import { Dialog, TabList } from '@posthouse/components';
import { useWords } from '../words/use-words.ts';
import { ImportAddress } from './import-address.tsx';
import { ImportFiles } from './import-files.tsx';
import { ImportPaste } from './import-paste.tsx';
import { SyncPanel } from './sync-panel.tsx';

type ImportDialogProps = { onClose: () => void; onImported: () => void };

/** The ways in which jobs come in. */
export default function ImportDialog({ onClose, onImported }: ImportDialogProps) {
  const { jobs, shell } = useWords();
  const words = jobs.imports;
  return (
    <Dialog title={words.heading} closeLabel={shell.close} open onClose={onClose}>
      <TabList
        label={words.ways}
        tabs={[
          { id: 'address', title: words.byAddress, content: <ImportAddress onImported={onImported} /> },
          { id: 'file', title: words.byFile, content: <ImportFiles onImported={onImported} /> },
          { id: 'paste', title: words.byPaste, content: <ImportPaste onImported={onImported} /> },
          { id: 'sync', title: words.bySync, content: <SyncPanel onImported={onImported} /> },
        ]}
      />
    </Dialog>
  );
}
