import type { LinkReason } from '@kinora/contract'

/** Waits until an attempt has ended, or is no longer wanted, also if that was before. */
export async function untilAborted(signal: AbortSignal, ended?: Promise<LinkReason>): Promise<LinkReason> {
  const { promise, resolve } = Promise.withResolvers<LinkReason>()
  const leave = () => resolve('left')
  if (signal.aborted) return 'left'
  signal.addEventListener('abort', leave, { once: true })
  try {
    return await (ended === undefined ? promise : Promise.race([promise, ended]))
  } finally {
    signal.removeEventListener('abort', leave)
  }
}
