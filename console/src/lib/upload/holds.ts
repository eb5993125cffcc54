const prefix = 'kinora.upload.'

/** Uploads that other pages of this browser are sending, by the Web Locks they hold. */
export async function heldElsewhere(): Promise<ReadonlySet<string>> {
  // Missing where the page is not served over https nor from this machine.
  const locks = isSecureContext ? await navigator.locks.query() : undefined
  const names = locks?.held?.flatMap(({ name }) => name ?? []) ?? []
  return new Set(names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length)))
}

/** Holds an upload for this page until the signal aborts or the page ends. */
export function hold(uploadId: string, signal: AbortSignal): void {
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
