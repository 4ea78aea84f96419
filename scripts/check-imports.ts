import { findFolderCircles } from './imports/find-folder-circles.ts';
import { readSourceFiles } from './imports/read-source-files.ts';
import { roomRules } from './imports/room-rules.ts';
import { toImportViolations } from './imports/to-import-violations.ts';
import { readWorkspace } from './workspace/read-workspace.ts';

// Part of `npm run check`: imports point down the reading order, between the folders of a package too, stay in their package,
// and are declared.
try {
  const workspace = readWorkspace();
  const files = readSourceFiles(workspace.root);
  const violations = [
    ...files.flatMap((file) => toImportViolations(file, roomRules, workspace)),
    ...findFolderCircles(files, roomRules),
  ];
  for (const violation of violations) console.error(violation);
  console.log(`${files.length} files, ${violations.length} imports in the wrong direction or undeclared`);
  process.exitCode = violations.length === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
