import type { TileMotion } from '@kinora/contract'
import { otherCalls } from '@kinora/contract/calls.gen'
import { type PreviewFrame, previewReader } from '@kinora/contract/live/preview-frames'
import { callerHeaders, partsOfCall, refusalIn } from '../../../lib/api'
import type { Problem } from '../../../lib/problem'
import { sessionToken } from '../../../lib/session'

/** `lost`: disconnected, retrying. */
export type WallConnection = 'connecting' | 'open' | 'lost' | Problem

interface WallStreamOptions {
  readonly environmentId: string
  /** Names of the tiles. Frames have their numbers. */
  readonly tiles: readonly string[]
  readonly motion: TileMotion
  readonly onFrame: (frame: PreviewFrame) => void
  readonly onConnection: (connection: WallConnection) => void
}

const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 10_000
/** The server sends something every 5 s. */
const SILENCE_MS = 15_000

/** Reads the frames of all tiles from one response, until the returned function is called. */
export function readWall(options: WallStreamOptions): () => void {
  const stop = new AbortController()
  void keepReading(options, stop.signal)
  return () => stop.abort()
}

async function keepReading(options: WallStreamOptions, stop: AbortSignal): Promise<void> {
  let failures = 0
  while (!stop.aborted) {
    const problem = await readOnce(options, stop, () => {
      failures = 0
      options.onConnection('open')
    }).catch(() => null)
    if (stop.aborted) return
    if (problem !== null) options.onConnection(problem)
    if (problem !== null && [401, 403, 404].includes(problem.status)) return
    if (problem === null) options.onConnection('lost')
    failures += 1
    await pause(Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1)), stop)
  }
}

/** Reads until the connection ends. Returns the problem of a refusal. */
async function readOnce(
  { environmentId, tiles, motion, onFrame }: WallStreamOptions,
  stop: AbortSignal,
  onOpen: () => void,
): Promise<Problem | null> {
  const token = sessionToken()
  const headers = callerHeaders(environmentId)
  headers.set('accept', 'application/octet-stream')
  const silence = new AbortController()
  const query = new URLSearchParams({ tiles: tiles.join(','), motion })
  const address = `${partsOfCall(otherCalls.watchWall).path}?${query}`
  const response = await fetch(address, { headers, signal: AbortSignal.any([stop, silence.signal]) })
  if (!response.ok) return refusalIn(response, token)
  if (!response.body) return null
  onOpen()
  const reader = response.body.getReader()
  const read = previewReader()
  let timer = setTimeout(() => silence.abort(), SILENCE_MS)
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return null
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENCE_MS)
      for (const frame of read(value)) onFrame(frame)
    }
  } finally {
    clearTimeout(timer)
    // After a fault here the server would keep the response open.
    void reader.cancel().catch(() => undefined)
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
