/** The `Content-Disposition` of a file to keep (RFC 6266), with the name's own letters in UTF-8. */
export function attachmentNamed(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\]/g, '_')
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, encodeByte)}`
}

function encodeByte(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase()}`
}
