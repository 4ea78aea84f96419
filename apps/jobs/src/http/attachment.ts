/** The header that names a file to be saved: plain letters for old clients, and the whole name for the others. */
export function toAttachment(filename: string): string {
  const name = filename
    .replaceAll(/[\p{Cc}/\\:*?"<>|]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const plain = name
    .normalize('NFKD')
    .replaceAll(/[^\x20-\x7E]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (plain === name) return `attachment; filename="${name}"`;
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${/[A-Za-z0-9]/.test(plain.replace(/\.pdf$/, '')) ? plain : 'resume.pdf'}"; filename*=UTF-8''${encoded}`;
}
