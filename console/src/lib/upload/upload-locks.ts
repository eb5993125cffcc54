const prefix = 'kinora.upload.'

/** Ids of uploads that other tabs are sending, from their Web Locks. */
export async function lockedElsewhere(): Promise<ReadonlySet<string>> {
  // The Web Locks API needs a secure context.
  const locks = isSecureContext ? await navigator.locks.query() : undefined
  const names = locks?.held?.flatMap(({ name }) => name ?? []) ?? []
  return new Set(names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length)))
}

/** Locks an upload for this tab until the signal aborts or the page closes. */
export function lockUpload(uploadId: string, signal: AbortSignal): void {
  if (!isSecureContext) return
  const held = navigator.locks.request(prefix + uploadId, { ifAvailable: true }, () => aborted(signal))
  void held
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
