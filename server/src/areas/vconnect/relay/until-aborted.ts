/** Waits until an attempt has ended, or is no longer wanted, also if that was before. */
export async function untilAborted<End = never>(
  signal: AbortSignal,
  ended?: Promise<End>,
): Promise<End | 'left'> {
  const { promise, resolve } = Promise.withResolvers<'left'>()
  const leave = () => resolve('left')
  if (signal.aborted) return 'left'
  signal.addEventListener('abort', leave, { once: true })
  try {
    return await (ended === undefined ? promise : Promise.race([promise, ended]))
  } finally {
    signal.removeEventListener('abort', leave)
  }
}
