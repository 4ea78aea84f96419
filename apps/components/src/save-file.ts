/** Gives the reader a file to keep. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers fetch the file only after the click is over.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
