/** The `Content-Disposition` of a download (RFC 6266), with the original name in UTF-8. */
export function attachmentNamed(given: string): string {
  // No path, also for programs that save files under the given name.
  const name = given.replace(/[/\\]/g, '_')
  const ascii = name.replace(/[^\x20-\x7e]|"/g, '_')
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, encodeByte)}`
}

function encodeByte(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase()}`
}
