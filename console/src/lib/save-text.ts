/** Has the browser save text as a file on this device. */
export function saveText(fileName: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // Not before the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
