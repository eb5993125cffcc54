/** Long enough for the browser to have taken the file over. */
const keptMs = 10_000

/** Has the browser save a file on this device. */
export function saveFile(fileName: string, content: Blob | string): void {
  const blob = typeof content === 'string' ? new Blob([content], { type: 'text/plain' }) : content
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), keptMs)
}

/** Has the browser save what an address answers as a file, while the page stays. */
export function followDownload(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
